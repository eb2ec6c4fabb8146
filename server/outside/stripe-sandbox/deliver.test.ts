import { expect, it } from 'vitest';
import { createDelivery } from './deliver.ts';
import { noFaults } from './faults.ts';
import { openStore } from './state.ts';

it('a full disk under the sandbox ends nothing, and is told to who waits', async () => {
  const { state } = openStore(undefined);
  const full = async () => {
    throw new Error('ENOSPC: no space left on device');
  };
  const delivery = createDelivery({ state, save: full }, noFaults());
  // As most call it. A promise that fails with nobody to hear it would fail this test.
  delivery.wake();
  await new Promise((resolve) => setImmediate(resolve));
  await expect(delivery.wake()).rejects.toThrow('ENOSPC');
  await delivery.stop();
});
