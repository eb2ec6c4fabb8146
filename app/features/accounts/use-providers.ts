import { useEffect, useState } from 'react';
import { findDataService } from '#app/session/data-service.ts';
import { configuredProviders, type Provider } from './providers.ts';

export function useProviders(): Provider[] {
  const [providers, setProviders] = useState<Provider[]>([]);
  // Synchronises with what the service says is configured. Without an answer nothing is offered.
  useEffect(() => {
    let isOver = false;
    findDataService()
      .then(configuredProviders)
      .then((found) => {
        if (!isOver) setProviders(found);
      })
      .catch(() => {});
    return () => {
      isOver = true;
    };
  }, []);
  return providers;
}
