import { findDataService } from '#app/session/data-service.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { configuredProviders, type Provider } from './providers.ts';

/** What the service says is configured. Without an answer nothing is offered. */
export function useProviders(): Provider[] {
  return useLoading(readProviders).state.data ?? [];
}

const readProviders = async () => configuredProviders(await findDataService());
