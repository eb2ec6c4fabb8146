/* Reads a badge file, the same way in the browser and on the server, whatever was dropped. */

export const badgeKeyword = 'openbadgecredential';
export const badgeNamespace = 'https://purl.imsglobal.org/ob/v3p0';

/** A badge has about 60 KB; a file this large is not one. */
export const largestBadgeFile = 900_000;
/** Compressed text may not expand to more than this. */
const longestToken = 256_000;

const tokenShape = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The signed credential in a PNG, SVG, JWT or JSON file, if there is one. */
export async function readBadgeFile(bytes: Uint8Array): Promise<string | undefined> {
  if (bytes.length > largestBadgeFile) return undefined;
  const token = isPng(bytes)
    ? await readPng(bytes)
    : readText(
        new TextDecoder()
          .decode(bytes)
          .replace(/^\uFEFF/, '')
          .trim(),
      );
  const trimmed = token?.trim();
  return trimmed && trimmed.length <= longestToken && tokenShape.test(trimmed)
    ? trimmed
    : undefined;
}

function readText(text: string): string | undefined {
  if (tokenShape.test(text)) return text;
  if (text.startsWith('<')) return readSvg(text);
  if (text.startsWith('{') || text.startsWith('"') || text.startsWith('[')) return readJson(text);
  return undefined;
}

function readSvg(text: string): string | undefined {
  // Up to the next element, also where one never ends: of very many such, each would be looked through to the end of the file.
  const element = text.match(/<openbadges:credential\b([^<>]*)>([^<]*)/);
  return element?.[1]?.match(/\bverify\s*=\s*["']([^"']*)["']/)?.[1] ?? element?.[2];
}

/** Wallets wrap the token: as a string, under some name, or as the data of an enveloped credential. */
function readJson(text: string): string | undefined {
  try {
    return findToken(JSON.parse(text), 3);
  } catch {
    return undefined;
  }
}

function findToken(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') {
    const token = value.replace(/^data:application\/(vc\+)?jwt,/, '');
    return tokenShape.test(token) ? token : undefined;
  }
  if (depth === 0 || typeof value !== 'object' || value === null) return undefined;
  for (const part of Object.values(value).slice(0, 50)) {
    const token = findToken(part, depth - 1);
    if (token) return token;
  }
  return undefined;
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function isPng(bytes: Uint8Array): boolean {
  return pngStart.every((byte, index) => bytes[index] === byte);
}

async function readPng(bytes: Uint8Array): Promise<string | undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const data = at + 8;
    if (data + length + 4 > bytes.length) return undefined;
    const chunk = bytes.subarray(data, data + length);
    // A picture has one at most; of thousands none but the first is unfolded.
    if (nameAt(bytes, at + 4, 4) === 'iTXt' && isBadge(chunk)) return readChunk(chunk);
    at = data + length + 4;
  }
  return undefined;
}

function isBadge(chunk: Uint8Array): boolean {
  const { length } = badgeKeyword;
  return nameAt(chunk, 0, length) === badgeKeyword && chunk[length] === 0;
}

/** Keyword, whether it is packed, how, a language, the keyword in it, the text; zeros between. */
async function readChunk(chunk: Uint8Array): Promise<string | undefined> {
  const { length } = badgeKeyword;
  const language = chunk.indexOf(0, length + 3);
  const translated = language < 0 ? -1 : chunk.indexOf(0, language + 1);
  if (translated < 0) return undefined;
  const text = chunk.slice(translated + 1);
  return chunk[length + 1] === 1 ? unfold(text) : new TextDecoder().decode(text);
}

async function unfold(packed: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  try {
    const reader = new Blob([packed])
      .stream()
      .pipeThrough(new DecompressionStream('deflate'))
      .getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (text.length > longestToken) return undefined;
    }
    return text;
  } catch {
    return undefined;
  }
}

function nameAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
