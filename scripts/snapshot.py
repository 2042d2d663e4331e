"""Reads a snapshot of gpusph: python3 scripts/snapshot.py data/part_00000.msgpack"""
import array, struct, sys, zlib

def read(f):
    """The next value of a MessagePack file."""
    c = f.read(1)[0]
    size = lambda n: int.from_bytes(f.read(n), "big")
    items = lambda n: [read(f) for _ in range(n)]
    pairs = lambda n: {read(f): read(f) for _ in range(n)}
    if c < 0x80 or c >= 0xe0: return c if c < 0x80 else c - 256
    if c < 0xc0: return pairs(c & 15) if c < 0x90 else items(c & 15) if c < 0xa0 else f.read(c & 31).decode()
    if c < 0xc4: return {0xc0: None, 0xc2: False, 0xc3: True}[c]
    if c < 0xc7: return f.read(size(1 << c - 0xc4))
    if c in (0xca, 0xcb): return struct.unpack(">f" if c == 0xca else ">d", f.read(4 if c == 0xca else 8))[0]
    if 0xcc <= c < 0xd0: return size(1 << c - 0xcc)
    if 0xd0 <= c < 0xd4: return int.from_bytes(f.read(1 << c - 0xd0), "big", signed=True)
    if 0xd9 <= c < 0xdc: return f.read(size(1 << c - 0xd9)).decode()
    return items(size(2 << c - 0xdc)) if c < 0xde else pairs(size(2 << c - 0xde))

snapshot = read(open(sys.argv[1], "rb"))
for name, a in snapshot["arrays"].items():  # with NumPy: numpy.frombuffer(a["data"], a["dtype"]).reshape(a["shape"])
    if zlib.crc32(a["data"]) != a.get("crc32", zlib.crc32(a["data"])): sys.exit(name + " is damaged")
    values = array.array({"<f4": "f", "<f8": "d", "<u4": "I", "|u1": "B"}[a["dtype"]], a["data"])
    snapshot["arrays"][name] = values if len(a["shape"]) == 1 else list(zip(*[iter(values)] * a["shape"][1]))
print(snapshot["problem"], "at", snapshot["t"], "s, with Δp", snapshot["parameters"]["DeltaP"], "m")
for name, values in snapshot["arrays"].items():
    print(name, len(values), "first", values[0], "last", values[-1])
