import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const kindOfTxt = 16;
const code = { fine: 0, broken: 2, noSuchName: 3 };

/** A name server with TXT records only. Names marked `silent` get no answer. */
export async function startNameServer() {
  const records = new Map<string, string[] | 'broken' | 'silent'>();
  const asked: string[] = [];
  const socket = createSocket('udp4', (query, { port, address }) => {
    const { name, end } = readName(query);
    asked.push(name);
    const texts = records.get(name);
    if (texts === 'silent') return;
    const isText = query.readUInt16BE(end) === kindOfTxt && Array.isArray(texts);
    const answers = isText ? texts.map(answerOf) : [];
    const head = Buffer.from(query.subarray(0, 12));
    const state = texts === 'broken' ? code.broken : texts ? code.fine : code.noSuchName;
    head.writeUInt16BE(0x8180 | state, 2);
    [1, answers.length, 0, 0].forEach((count, place) => {
      head.writeUInt16BE(count, 4 + 2 * place);
    });
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...answers]), port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, records, asked, stop: () => socket.close() };
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let place = 12;
  for (;;) {
    const length = query[place] ?? 0;
    place += 1;
    if (length === 0) return { name: labels.join('.').toLowerCase(), end: place };
    labels.push(query.toString('latin1', place, place + length));
    place += length;
  }
}

/**
 * The name as in the question, the type, the class, a TTL of a minute, and the text in parts of
 * 255.
 */
function answerOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [''];
  const content = Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')])),
  );
  const head = Buffer.from([0xc0, 0x0c, 0, kindOfTxt, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(content.length, 10);
  return Buffer.concat([head, content]);
}
