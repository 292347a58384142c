// msgpack, as much of it as docs/protocol.md lets through: nil, bool, int, text, list and map.

const text = new TextEncoder();
const letters = new TextDecoder("utf-8", { fatal: true });

export function encode(value) {
  const out = [];
  put(value, out);
  return Uint8Array.from(out);
}

function put(value, out) {
  if (value === null || value === undefined) out.push(0xc0);
  else if (value === false) out.push(0xc2);
  else if (value === true) out.push(0xc3);
  else if (typeof value === "number") putInt(value, out);
  else if (typeof value === "string") putText(value, out);
  else if (Array.isArray(value)) {
    putSize(value.length, 0x90, 16, 0xdc, out);
    for (const item of value) put(item, out);
  } else {
    const entries = Object.entries(value);
    putSize(entries.length, 0x80, 16, 0xde, out);
    for (const [key, item] of entries) {
      put(key, out);
      put(item, out);
    }
  }
}

function putSize(size, fix, below, wide, out) {
  if (size < below) out.push(fix | size);
  else out.push(wide, size >> 8, size & 255);
}

function putText(value, out) {
  const bytes = text.encode(value);
  if (bytes.length < 32) out.push(0xa0 | bytes.length);
  else if (bytes.length < 256) out.push(0xd9, bytes.length);
  else out.push(0xda, bytes.length >> 8, bytes.length & 255);
  out.push(...bytes);
}

function putInt(value, out) {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no int of the protocol`);
  if (value >= 0 && value < 128) out.push(value);
  else if (value < 0 && value >= -32) out.push(value & 255);
  else {
    const view = new DataView(new ArrayBuffer(9));
    view.setUint8(0, value < 0 ? 0xd3 : 0xcf);
    view.setBigInt64(1, BigInt(value));
    out.push(...new Uint8Array(view.buffer));
  }
}

export function decode(bytes) {
  const reader = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), at: 0 };
  const value = take(reader);
  if (reader.at !== bytes.length) throw new Error("something stands behind the message");
  return value;
}

function take(reader) {
  const kind = reader.view.getUint8(reader.at++);
  if (kind < 0x80) return kind;
  if (kind < 0x90) return takeMap(reader, kind & 15);
  if (kind < 0xa0) return takeList(reader, kind & 15);
  if (kind < 0xc0) return takeText(reader, kind & 31);
  if (kind >= 0xe0) return kind - 256;
  switch (kind) {
    case 0xc0: return null;
    case 0xc2: return false;
    case 0xc3: return true;
    case 0xcc: return number(reader, "getUint8", 1);
    case 0xcd: return number(reader, "getUint16", 2);
    case 0xce: return number(reader, "getUint32", 4);
    case 0xcf: return whole(number(reader, "getBigUint64", 8));
    case 0xd0: return number(reader, "getInt8", 1);
    case 0xd1: return number(reader, "getInt16", 2);
    case 0xd2: return number(reader, "getInt32", 4);
    case 0xd3: return whole(number(reader, "getBigInt64", 8));
    case 0xd9: return takeText(reader, number(reader, "getUint8", 1));
    case 0xda: return takeText(reader, number(reader, "getUint16", 2));
    case 0xdb: return takeText(reader, number(reader, "getUint32", 4));
    case 0xdc: return takeList(reader, number(reader, "getUint16", 2));
    case 0xdd: return takeList(reader, number(reader, "getUint32", 4));
    case 0xde: return takeMap(reader, number(reader, "getUint16", 2));
    case 0xdf: return takeMap(reader, number(reader, "getUint32", 4));
  }
  throw new Error(`0x${kind.toString(16)}: floats, bytes and ext types are not in the protocol`);
}

function number(reader, how, size) {
  const value = reader.view[how](reader.at);
  reader.at += size;
  return value;
}

function whole(value) {
  const plain = Number(value);
  if (!Number.isSafeInteger(plain)) throw new Error(`${value} is more than the protocol allows`);
  return plain;
}

function takeText(reader, size) {
  const value = letters.decode(reader.bytes.subarray(reader.at, reader.at + size));
  reader.at += size;
  return value;
}

function takeList(reader, size) {
  return Array.from({ length: size }, () => take(reader));
}

function takeMap(reader, size) {
  const found = {};
  for (let n = 0; n < size; n++) {
    const key = take(reader);
    if (typeof key !== "string" && typeof key !== "number") throw new Error("keys are texts or ints");
    if (Object.hasOwn(found, key)) throw new Error(`the key ${key} stands twice`);
    found[key] = take(reader);
  }
  return found;
}
