import { z } from 'zod';
import { StartError } from '#database/start-error.ts';
import type { TraceSettings } from '../telemetry/traces.ts';

/** Names and values as OpenTelemetry writes them: `name=value,other=value`, percent-encoded. */
const pairs = z
  .string()
  .transform((text) => text.split(',').map((pair) => pair.trim().split(/=(.*)/s)))
  .refine(
    (found) => found.every(([name = '', value = '%']) => /^[\w-]+$/.test(name) && isEncoded(value)),
    'must be pairs as name=value,other=value',
  )
  .transform((found) =>
    Object.fromEntries(found.map(([name = '', value = '']) => [name, decodeURIComponent(value)])),
  );

function isEncoded(value: string): boolean {
  try {
    return decodeURIComponent(value) !== undefined;
  } catch {
    return false;
  }
}

/** The settings of logs, metrics and traces. `.env.example` explains each in a line. */
export const telemetrySettings = {
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('site'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

export function readTelemetryConfig(values: z.infer<z.ZodObject<typeof telemetrySettings>>) {
  const { METRICS_PORT: port, METRICS_HOST: host } = values;
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint && values.OTEL_EXPORTER_OTLP_HEADERS) {
    throw new StartError(
      'OTEL_EXPORTER_OTLP_HEADERS go to a collector: set OTEL_EXPORTER_OTLP_ENDPOINT, too.',
    );
  }
  const traces: TraceSettings | undefined = endpoint
    ? {
        endpoint,
        headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        serviceName: values.OTEL_SERVICE_NAME,
        share: values.OTEL_TRACES_SAMPLER_ARG,
      }
    : undefined;
  return {
    logLevel: values.LOG_LEVEL,
    metrics: port === undefined ? undefined : { port, host },
    traces,
  };
}
