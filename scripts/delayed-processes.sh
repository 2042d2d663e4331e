#!/bin/bash
# Runs a command in several processes that see each other over a slow network only, as machines do: each has a network namespace.
# It needs root, Open MPI and a C compiler.
#
#   scripts/delayed-processes.sh N MICROSECONDS GBITS [OPTIONS OF MPIRUN] COMMAND...
set -eu
if [ $# -lt 4 ]; then
	sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
n=$1 delay=$2 rate=$3
shift 3
work=$(mktemp -d)
names=() hosts=
for k in $(seq "$n"); do
	names+=("delayed$$-$k")
	hosts+=${hosts:+,}10.97.0.$k
done
network=
end() {
	[ -z "$network" ] || kill "$network" || true
	for name in "${names[@]}"; do ip netns del "$name" || true; done
	rm -r "$work"
}
trap end EXIT
cc -O2 -o "$work/network" "$(dirname "$0")/delayed-network.c" -lpthread
for name in "${names[@]}"; do
	ip netns add "$name"
	ip -n "$name" link set lo up
done
mkfifo "$work/ready"
"$work/network" "$delay" "$rate" "${names[@]}" > "$work/ready" &
network=$!
read -r _ < "$work/ready"
for k in $(seq "$n"); do
	name=${names[k - 1]}
	ip -n "$name" addr add "10.97.0.$k/24" dev net0
	ip -n "$name" link set net0 mtu 60000 up
done
# What mpirun starts elsewhere instead of a shell on another machine.
cat > "$work/agent" <<AGENT
#!/bin/sh
host=\$1; shift
exec ip netns exec delayed$$-\${host##*.} unshare --uts sh -c "hostname \$host; \$*"
AGENT
chmod +x "$work/agent"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
ip netns exec "${names[0]}" mpirun -n "$n" --host "$hosts" --bind-to none --mca plm_rsh_agent "$work/agent" --mca btl tcp,self \
	--mca btl_tcp_if_include 10.97.0.0/24 --mca oob_tcp_if_include 10.97.0.0/24 "$@"
