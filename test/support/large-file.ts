import { writeFile } from 'node:fs/promises';
import { test } from './browser.ts';

/** Returns a path that the browser reads itself: transferring 6 MB takes a second. */
export async function largeFile(name: string, content: Uint8Array): Promise<string> {
  const path = test.info().outputPath(name);
  await writeFile(path, content);
  return path;
}
