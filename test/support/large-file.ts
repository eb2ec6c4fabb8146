import { writeFile } from 'node:fs/promises';
import { test } from './browser.ts';

/** Its path, from which the browser reads it itself: to hand 6 MB over takes a second. */
export async function largeFile(name: string, content: Uint8Array): Promise<string> {
  const path = test.info().outputPath(name);
  await writeFile(path, content);
  return path;
}
