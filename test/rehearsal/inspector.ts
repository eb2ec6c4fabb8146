import WebSocket from 'ws';

/** Attaches to a Node process that was started with `--inspect=127.0.0.1:PORT`. */
export async function openInspector(port: number) {
  const [page] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const line = new WebSocket(page.webSocketDebuggerUrl);
  await new Promise((resolve) => line.once('open', resolve));
  let id = 0;

  function ask(method: string, params: object = {}): Promise<{ result?: { value?: unknown } }> {
    id += 1;
    const asked = id;
    line.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => {
      line.on('message', function hear(data) {
        const answer = JSON.parse(data.toString());
        if (answer.id !== asked) return;
        line.off('message', hear);
        resolve(answer.result ?? {});
      });
    });
  }
  return {
    evaluate: async (expression: string) =>
      (await ask('Runtime.evaluate', { expression, returnByValue: true })).result?.value,
    /** The heap in use after a collection, in MB. */
    async heapInUse(): Promise<number> {
      await ask('HeapProfiler.collectGarbage');
      const { result } = await ask('Runtime.evaluate', {
        expression: 'process.memoryUsage().heapUsed',
      });
      return Math.round(Number(result?.value) / 1e5) / 10;
    },
    close: () => line.close(),
  };
}
