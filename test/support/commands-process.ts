import type { Ended, Order } from './commands.ts';

let count = 0;
let said = '';
for (const stream of [process.stdout, process.stderr]) {
  stream.write = ((chunk: string | Uint8Array) => {
    said += String(chunk);
    return true;
  }) as typeof stream.write;
}

/** As `commands/run.mjs` starts it, with these settings and no others. */
async function run({ environment, command, words }: Order): Promise<Ended> {
  count += 1;
  said = '';
  process.exitCode = undefined;
  process.env = { ...environment, NODE_ENV: 'production' };
  process.argv.splice(1, Number.POSITIVE_INFINITY, `commands/${command}.ts`, ...words);
  try {
    // A different specifier makes it another module, which is evaluated again.
    await import(`../../commands/${command}.ts?${count}`);
    return { code: Number(process.exitCode ?? 0), said };
  } catch (error) {
    return { code: 1, said: `${said}${error}` };
  }
}

process.on('message', async (order: Order) => process.send?.(await run(order)));
