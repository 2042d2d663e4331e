"""Files that are cut, damaged or made up are refused by a sentence that names them."""

import os
import random
import struct
import time
import tracemalloc
import unittest
import zlib

import numpy as np

import gpusph
from gpusph import files, zstd
from gpusph.msgpack import Unpacker
from testruns import ROOT, made


def read_all(path):
    """Reads all arrays of a file."""
    if "checkpoint_" in os.path.basename(path):
        arrays = gpusph.read_checkpoint(path).fields
    elif os.path.basename(path).startswith(("part", "grid", "walls")):
        arrays = gpusph.read_snapshot(path)
    else:
        arrays = gpusph.read_table(path)
    return {name: arrays[name] for name in arrays}


def contents(path):
    with open(path, "rb") as f:
        return f.read()


class Case(unittest.TestCase):
    def write(self, name, data):
        """A damaged file, in a directory of its own."""
        path = os.path.join(ROOT, "damaged", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(data)
        return path

    def refused(self, path, why, read=read_all):
        with self.assertRaises(gpusph.Error, msg=path) as caught:
            read(path)
        self.assertRegex(str(caught.exception), why)
        self.assertIn(os.path.basename(path), str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))


class TestDamaged(Case):
    FILES = {"part.vtp": lambda: made("moving").snapshots.paths[1],
             "part.msgpack": lambda: made("moving").snapshots_in("msgpack").paths[1],
             "checkpoint_1.msgpack": lambda: made("moving").checkpoints[-1],
             "checkpoint_1.grid": lambda: made("heat").checkpoints[-1],
             "grid.vti": lambda: made("heat").snapshots.paths[1]}

    def test_cut(self):
        """Cut anywhere, a file is refused."""
        for name, of in self.FILES.items():
            whole = contents(of())
            read_all(self.write(name, whole))
            for k in range(24):
                n = len(whole) * k // 24
                self.refused(self.write(name, whole[:n]), "cannot be read|it is|its ")
            self.refused(self.write(name, whole[:-30]), "cannot be read")

    def test_bytes(self):
        """With another byte in it, a file is refused, or what is read has not changed. In the XML
        of VTK, which has no sum, names and places may be others; no other error is raised."""
        chance = random.Random(1)
        for name, of in self.FILES.items():
            whole = contents(of())
            want = read_all(self.write(name, whole))
            summed = whole.find(b">\n_") + 3 if name.endswith(("vtp", "vti")) else 0
            refusals = 0
            for _ in range(60):
                at = chance.randrange(len(whole))
                data = bytearray(whole)
                data[at] ^= 1 << chance.randrange(8)
                path = self.write(name, data)
                try:
                    got = read_all(path)
                except gpusph.Error as err:
                    self.assertIn(name, str(err))
                    refusals += 1
                    continue
                if at >= summed:
                    self.assertEqual(list(got), list(want), (name, at))
                    for field in want:
                        np.testing.assert_array_equal(got[field], want[field], (name, at))
            self.assertGreater(refusals, 36, name)

    def test_many_bytes(self):
        """Nonsense in place of parts of a file raises nothing but an Error, and takes no memory
        that the file does not have."""
        chance = random.Random(2)
        tracemalloc.start()
        for name, of in self.FILES.items():
            whole = contents(of())
            for k in range(60):
                data = bytearray(whole)
                for _ in range(chance.randrange(1, 8)):
                    at = chance.randrange((len(data), 2000)[k % 2] - 8)
                    data[at:at + 8] = chance.choice((b"\xff" * 8, b"\0" * 8, b"99999999",
                                                     chance.getrandbits(64).to_bytes(8, "big")))
                if name == "part.msgpack" and chance.random() < 0.8:  # with a sum that fits
                    data[-4:] = zlib.crc32(data[:-5]).to_bytes(4, "big")
                try:
                    read_all(self.write(name, data))
                except gpusph.Error:
                    pass
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        self.assertLess(peak, 64 << 20)

    def test_made_up(self):
        """Parts of a snapshot that are of another kind are refused."""
        for old, new in ((b"\xa6arrays\x88", b"\xa6arrays\x91"),
                         (b"\xa5shape\x92", b"\xa5shape\x82"),
                         (b"\xa5dtype\xa3<f4", b"\xa5dtype\xa3<O8"),
                         (b"\xa5dtype\xa3<f4", b"\xa5dtype\xa3<V0"),
                         (b"\xa8Position\x84", b"\xa8Positiom\x84"), (b"\xa1t\xcb", b"\xa1u\xcb"),
                         (b"\xaaparameters\xde", b"\xaaparametexs\xde")):
            data = contents(self.FILES["part.msgpack"]())
            self.assertTrue(old in data, old)
            data = bytearray(data.replace(old, new, 1))
            data[-4:] = zlib.crc32(data[:-5]).to_bytes(4, "big")
            self.refused(self.write("part.msgpack", data), "cannot be read: it is")

    def test_bomb(self):
        """Compressed blocks that cannot hold as much as they say take no memory."""
        blocks, block = 100000, 65532
        size = struct.pack(f"<3Q{blocks}Q", blocks, block, 0, *[1] * blocks) + bytes(blocks)
        head = f"""<?xml version="1.0"?>
<VTKFile type="PolyData" byte_order="LittleEndian" header_type="UInt64"
compressor="vtkZLibDataCompressor"><PolyData><Piece NumberOfPoints="{blocks * block // 12}"><Points>
<DataArray type="Float32" Name="Position [m]" NumberOfComponents="3" format="appended" offset="0"/>
</Points></Piece></PolyData><AppendedData encoding="raw">\n_""".encode()
        path = self.write("part.vtp", head + size + b"</AppendedData></VTKFile>")
        tracemalloc.start()
        self.refused(path, "which 100000 compressed ones cannot hold")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        self.assertLess(peak, 64 << 20)

    def test_xml(self):
        """Sizes of VTK's XML that contradict each other are refused."""
        vtp, vti = contents(self.FILES["part.vtp"]()), contents(self.FILES["grid.vti"]())
        for name, whole, before, after, why in (
                ("part.vtp", vtp, b'NumberOfPoints="1250"', b'NumberOfPoints="1251"',
                 "should have"),
                ("part.vtp", vtp, b'NumberOfPoints="1250"', b'NumberOfPoints="-1"', "points"),
                ("part.vtp", vtp, b"LittleEndian", b"BigEndian", "byte_order is 'BigEndian'"),
                ("part.vtp", vtp, b'"vtkZLibDataCompressor"', b'"vtkLZ4"',
                 "compressor is 'vtkLZ4'"),
                ("part.vtp", vtp, b'Name="Pressure [Pa]" NumberOfComponents="1"',
                 b'Name="Pressure [Pa]" NumberOfComponents="3"', "Pressure is damaged"),
                ("part.vtp", vtp, b"<PolyData>", b"<!DOCTYPE a><PolyData>", "declarations"),
                ("grid.vti", vti, b'WholeExtent="0 16 0 1 0 16"',
                 b'WholeExtent="0 2000000000 0 2000000000 0 16"', "Extent"),
                ("grid.vti", vti, b'Piece Extent="0 16 0 1 0 16"', b'Piece Extent="0 16 0 1 0 17"',
                 "Extent"),
                ("grid.vti", vti, b'Spacing="', b'Spacing="-', "Spacing"),
                ("grid.vti", vti, b'Origin="0 ', b'Origin="nan ', "Origin"),
                ("grid.vti", vti, b'Name="Step"', b'Name="Stop"', "values of Step"),
                ("grid.vti", vti, b'offset="6152"', b'offset="9000000000000000000"', "is cut"),
                ("grid.vti", vti, b'type="Float64" Name="Pressure',
                 b'type="Float32" Name="Pressure', "should have")):
            self.assertTrue(before in whole, before)
            self.refused(self.write(name, whole.replace(before, after, 1)), why)

    def test_pieces(self):
        """Pieces of one snapshot are joined; others are refused, as are missing planes."""
        whole = contents(made("heat").snapshots.paths[1])
        s = gpusph.read_snapshot(made("heat").snapshots.paths[1])
        index = (b'<VTKFile type="PImageData"><PImageData><Piece Source="grid_0.vti"/>'
                 b'<Piece Source="grid_1.vti"/></PImageData></VTKFile>')
        path = self.write("grid.pvti", index)
        self.write("grid_0.vti", planes_of(whole, s, 0, 5))
        self.write("grid_1.vti", planes_of(whole, s, 5, 16))
        joined = gpusph.read_snapshot(path)
        for name in s:
            np.testing.assert_array_equal(joined[name], s[name])
        moved = whole.replace(b'Origin="0 0 0"', b'Origin="-26500 0 250"')
        self.write("grid_1.vti", planes_of(moved, s, 5, 16))
        self.refused(path, "grid_1.vti does not go with those before it")
        self.write("grid_0.vti", planes_of(moved, s, 0, 5))
        joined = gpusph.read_snapshot(path)
        self.assertEqual(joined.origin, (-26500, 0, 250))
        for k, axis in enumerate("xyz"):
            np.testing.assert_array_equal(joined.centres(axis), joined.origin[k] + s.centres(axis))
        self.write("grid_0.vti", planes_of(whole, s, 0, 5))
        self.write("grid_1.vti", planes_of(whole, s, 5, 15))
        self.refused(path, "has 15 planes, but should have 16")
        self.write("grid_1.vti", planes_of(whole, s, 6, 16))
        self.refused(path, "grid_1.vti does not go with those before it")
        later = contents(made("heat").snapshots.paths[2])
        self.write("grid_1.vti", planes_of(later, s, 5, 16))
        self.refused(path, "grid_1.vti does not go with those before it")
        elsewhere = index.replace(b"grid_0", b"../grid_0")
        self.refused(self.write("grid.pvti", elsewhere), "lists '../grid")
        self.refused(self.write("grid.pvti", b"<VTKFile/>"), "no pieces")


def planes_of(whole, s, first, end):
    """Planes of a snapshot, as a file of their own."""
    head, _, _ = whole.partition(b"<AppendedData ")
    head = head.replace(b'Piece Extent="0 16 0 1 0 16"',
                        f'Piece Extent="0 16 0 1 {first} {end}"'.encode())
    begin, _, rest = head.partition(b'Name="CRC32C"')
    old, sums, data, at = rest, [], b"", 0
    for name in s:
        values = s[name][first:end].tobytes()
        sums.append(str(files.crc32c(values)))
        was = f'Name="{name}'.encode()
        cut, _, tail = old.partition(was)
        tail = tail.replace(tail[tail.index(b'offset="'):tail.index(b'"/>')],
                            f'offset="{at}'.encode(), 1)
        old = cut + was + tail
        at += 8 + len(values)
        data += len(values).to_bytes(8, "little") + values
    opened, closed = old.index(b">") + 1, old.index(b"</DataArray>")
    old = old[:opened] + " ".join(sums).encode() + old[closed:]
    return begin + b'Name="CRC32C"' + old + b'<AppendedData encoding="raw">\n_' + data + \
        b"\n  </AppendedData>\n</VTKFile>\n"


class TestTables(Case):
    def test_tables(self):
        for text, why in (("", "it is empty"), ("t[s],step\n0,0\n1\n", "row 2 has 1 columns"),
                          ("t[s],step\n0,0\n1,one\n", "row 2 has 'one' for step, which is not"),
                          ("t[s],step\n1,0\n0.5,1\n", "times are not in their order"),
                          ("t[s],step\nnan,0\n", "times are not in their order"),
                          ("t[s],step\n0,0\n1,", "it is cut: its last row"),
                          ("t[s],step\n0,\n", "row 1 has '' for step"),
                          (b"t[s],\xff\n".decode("latin1"), "utf-8")):
            self.refused(self.write("a.csv", text.encode("latin1")), why)

    def test_growing(self):
        path = self.write("a.csv", b"t[s],step\n0,0\n1,")
        self.assertEqual(gpusph.read_table(path, growing=True).rows, 1)

    def test_headings(self):
        text = '"P,1[Pa]",a [x] y[m³/s],b,b[m]\n1,2,3,4\n'
        t = gpusph.read_table(self.write("a.csv", text.encode()))
        self.assertEqual([(name, t.unit(name)) for name in t],
                         [("P,1", "Pa"), ("a [x] y", "m³/s"), ("b", ""), ("b[m]", "m")])


class TestOthers(Case):
    def test_pvd(self):
        run = made("moving")
        for name, why in (("/etc/passwd", "not in its directory"), ("../../a.vtp", "not in its"),
                          ("data/none.vtp", "No such file")):
            self.write("pvd/particles.pvd", f"""<VTKFile><Collection><DataSet timestep="0"
                       file="{name}"/></Collection></VTKFile>""".encode())
            self.write("pvd/run.log", b"")
            damaged = gpusph.Run(os.path.join(ROOT, "damaged", "pvd"))
            with self.assertRaisesRegex(gpusph.Error, why):
                damaged.snapshots[0]
        with self.assertRaisesRegex(gpusph.Error, "not in its directory"):
            run.table("../dam/energies.csv")

    def test_versions(self):
        """A file of a newer program is refused."""
        run = made("moving")
        data = bytearray(contents(run.snapshots_in("msgpack").paths[0]))
        data[data.index(b"version") + 7] = 9
        data[-4:] = zlib.crc32(data[:-5]).to_bytes(4, "big")
        self.refused(self.write("part.msgpack", data), "version is 9, which a newer program")
        line, _, rest = contents(made("heat").checkpoints[0]).partition(b"\n")
        newer = line.replace(b'"version":1', b'"version":2')
        self.refused(self.write("checkpoint_1.grid", newer + b"\n" + rest), "version is 2")
        self.refused(self.write("checkpoint_1.grid", b"[" * 4000 + b"\n"), "damaged")

    def test_json(self):
        """A report that is cut, or none, is refused."""
        self.write("json/sums.csv", b"t[s]\n")
        for text, why in ((b'{"format": ', "cut or damaged"), (b"[]", "no object"),
                          (b"\xff", "cut or damaged"),
                          (b'{"a":' * 200000, "too deep"), (b"[" * 200000, "too deep")):
            self.write("json/report.json", text)
            with self.assertRaisesRegex(gpusph.Error, "report.json cannot be read: .*" + why):
                gpusph.Run(os.path.join(ROOT, "damaged", "json")).report

    def test_pipe(self):
        """A pipe in place of a file is not waited for."""
        path = os.path.join(ROOT, "damaged", "part_pipe.vtp")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.mkfifo(path)
        begun = time.monotonic()
        self.refused(path, "not a file, but a pipe")
        self.assertLess(time.monotonic() - begun, 30)
        os.remove(path)
        self.refused(path, "No such file")

    def test_directory(self):
        with self.assertRaisesRegex(gpusph.Error, "there is no directory nowhere; use that of"):
            gpusph.Run("nowhere")
        os.makedirs(os.path.join(ROOT, "empty"), exist_ok=True)
        with self.assertRaisesRegex(gpusph.Error, "has no files of a run"):
            gpusph.Run(os.path.join(ROOT, "empty"))
        with self.assertRaisesRegex(gpusph.Error, "does not end as that of a snapshot"):
            gpusph.read_snapshot("part.png")


class TestDecoders(unittest.TestCase):
    def test_msgpack(self):
        for data, want in ((b"\xc0", None), (b"\xc3", True), (b"\x7f", 127), (b"\xff", -1),
                           (b"\xcd\x01\x02", 258), (b"\xd1\xff\xfe", -2), (b"\xcb" + struct.pack(
                               ">d", 0.1), 0.1), (b"\xa2ab", "ab"), (b"\xd9\x01x", "x"),
                           (b"\x92\x01\xc2", [1, False]), (b"\xdc\x00\x01\x05", [5]),
                           (b"\x81\xa1a\x01", {"a": 1}), (b"\xde\x00\x01\xa1b\x02", {"b": 2}),
                           (b"\xc4\x02\x07\x08", b"\x07\x08"), (b"\xca\x3f\x80\x00\x00", 1.0)):
            self.assertEqual(Unpacker(data).value(), want)
        for data, why in ((b"", "cut"), (b"\xdd\xff\xff\xff\xff", "values follow"),
                          (b"\xc6\xff\xff\xff\xff", "bytes follow"), (b"\x91" * 99, "deep"),
                          (b"\xc1", "0xc1"), (b"\xa1\xff", "is none"),
                          (b"\x81\x01\x01", "no text")):
            with self.assertRaisesRegex(files.Damaged, why):
                Unpacker(data).value()

    def test_crc32c(self):
        """The sum of RFC 3720, and of all lengths around those of lanes that of a plain loop."""
        self.assertEqual(files.crc32c(bytes(32)), 0x8A9136AA)
        self.assertEqual(files.crc32c(bytes(range(32))), 0x46DD794E)
        data = random.Random(3).randbytes(70000)
        for n in (0, 1, 255, 256, 257, 511, 513, 4097, 70000):
            sum_ = 0xFFFFFFFF
            for byte in data[:n]:
                sum_ ^= byte
                for _ in range(8):
                    sum_ = sum_ >> 1 ^ (0x82F63B78 if sum_ & 1 else 0)
            self.assertEqual(files.crc32c(data[:n]), sum_ ^ 0xFFFFFFFF)

    def test_zstd(self):
        """Blocks that are raw, repeat a byte, or are compressed; and frames that are none."""
        raw = zstd.MAGIC + b"\x20\x05" + (5 << 3 | 1).to_bytes(3, "little") + b"hello"
        repeated = zstd.MAGIC + b"\x20\x05" + (5 << 3 | 3).to_bytes(3, "little") + b"x"
        # zstd 1.5.4, level 19, of b"abcdefgh" * 20 + b"efghabcd" * 10
        packed = bytes.fromhex("28b52ffd24f095000040616263646566676802007d05145452970b7fc7959f")
        text = b"abcdefgh" * 20 + b"efghabcd" * 10

        def own(data, size):
            return zstd._Frame(data, size).decode()

        self.assertEqual(own(raw, 5), b"hello")
        self.assertEqual(own(repeated, 5), b"xxxxx")
        self.assertEqual(own(packed, len(text)), text)
        for data, size in ((raw, 4), (raw[:-1], 5), (raw + b"x", 5), (b"none", 4), (b"", 0),
                           (packed[:12], len(text)), (packed, 10)):
            library, zstd._library = zstd._library, lambda: None
            try:
                with self.assertRaises(zstd.Damaged):
                    zstd.decompress(data, size)
            finally:
                zstd._library = library


    # Of zstd 1.5.4, levels 1 to 19: what it takes, the frame, size and CRC-32 of the content.
    FRAMES = (
        ("the offset before the last", "28b52ffd203c7d000038abeef1341e662002006f26665e22", 60,
         0xa0242e7d),
        ("the last offset less one", "28b52ffd602c00050100681b1b1b1b651b1b651b65651b650600af0234335"
         "03c32737877e29086948223", 300, 0x7d662a7e),
        ("an offset after no literals", "28b52ffd203c75000020f738f772030003032972bb1c16", 60,
         0x8798e385),
        ("four bits a weight", "28b52ffd2046750000f2000180102a82020040c640e00b", 70, 0xca79076a),
        ("weights by FSE", "28b52ffd20288d000072410205e00f4a30255ffbd7010067b004", 40, 0x160c0a2b),
        ("a table of one code", "28b52ffd2078c5000070d1d11dd183d17dd1d8d12fd1d8d1075002000a167"
         "45a72", 120, 0xa6ac360a))

    def test_zstd_frames(self):
        for what, frame, size, crc in self.FRAMES:
            content = zstd._Frame(bytes.fromhex(frame), size).decode()
            self.assertEqual((len(content), zlib.crc32(content)), (size, crc), what)


if __name__ == "__main__":
    unittest.main()
