import { expect, it } from 'vitest';
import { createDelivery } from './deliver.ts';
import { noFaults } from './faults.ts';
import { openStore } from './state.ts';

it('a full disk under the sandbox ends nothing, and callers that wait are told', async () => {
  const { state } = openStore(undefined);
  const full = async () => {
    throw new Error('ENOSPC: no space left on device');
  };
  const delivery = createDelivery({ state, save: full }, noFaults());
  // As most callers do it: an unhandled rejection would fail this test.
  delivery.wake();
  await new Promise((resolve) => setImmediate(resolve));
  await expect(delivery.wake()).rejects.toThrow('ENOSPC');
  await delivery.stop();
});
