/** Ends cleanly on SIGTERM and SIGINT, and when the launcher that started this process is gone. */
export function stopOnSignals(stop: () => Promise<void>) {
  let stopping = false;
  async function end() {
    if (stopping) return;
    stopping = true;
    const status = await stop().then(
      () => 0,
      (error) => {
        console.error(error);
        return 1;
      },
    );
    process.exit(status);
  }
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('disconnect', end);
}
