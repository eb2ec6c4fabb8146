import { findDataService } from '#app/session/data-service.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { configuredProviders, type Provider } from './providers.ts';

/** The providers that the service says are configured. Without an answer, none are offered. */
export function useProviders(): Provider[] {
  return useLoading(readProviders).state.data ?? [];
}

const readProviders = async () => configuredProviders(await findDataService());
