import { countedClient } from '../door/client-address.ts';
import type { Logger } from '../logger.ts';
import type { Config } from '../settings/config.ts';
import { createAnswerCounts } from './answer-times.ts';
import { createFigures } from './figures.ts';
import type { LogOutput } from './log-output.ts';
import {
  addGauges,
  addProcessFigures,
  createStatementFigures,
  createWorkCounters,
  type Process,
} from './metrics.ts';
import { openMetricsPort } from './metrics-port.ts';
import { watchRequests } from './watch-requests.ts';

export type Telemetry = Awaited<ReturnType<typeof openTelemetry>>;

/** What operators can see of this process: logs, metrics and traces. Decisions 108 and 109. */
export async function openTelemetry(
  config: Pick<Config, 'logLevel' | 'metrics' | 'traces' | 'trustProxy'>,
  logger: Pick<Logger, 'warn'>,
  output: LogOutput,
) {
  const figures = createFigures();
  const answers = createAnswerCounts();
  const stopProcessFigures = config.metrics ? addProcessFigures(figures) : undefined;
  const traces =
    config.traces &&
    // Loaded only if somebody collects them.
    (await import('./traces.ts')).openTraces(config.traces, (reason) =>
      logger.warn({ reason }, 'traces do not reach their collector'),
    );
  return {
    figures,
    answers,
    hearAsked: createStatementFigures(figures),
    work: createWorkCounters(figures),
    watch: watchRequests({
      figures,
      answers,
      output,
      traces,
      level: config.logLevel,
      clientOf: countedClient(config.trustProxy),
    }),
    /** Opens the metrics port, if one is set. */
    async open(process: Omit<Process, 'droppedLines'>) {
      if (!config.metrics) return { port: undefined, close: async () => {} };
      addGauges(figures, { ...process, droppedLines: output.dropped });
      const { host, port } = config.metrics;
      return openMetricsPort(figures, host, port);
    },
    /** Writes out what is buffered. */
    async flush() {
      await output.written();
      await traces?.flush();
    },
    async stop() {
      stopProcessFigures?.();
      await traces?.stop();
    },
  };
}
