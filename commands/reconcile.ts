import { reconcile } from '#api/billing/reconcile.ts';
import { StartError } from '#database/start-error.ts';
import { joinPayments } from '#server/outside/payments.ts';
import { refuseWords } from './read-words.ts';
import { orFail, type Site, say, withDatabase } from './with-database.ts';

await orFail(async () => {
  refuseWords(
    'npm run reconcile    compares all memberships with the payment service now, and repairs what differs (docs/billing.md)',
  );
  await withDatabase(compare);
});

async function compare({ database, config }: Site) {
  if (config.payments.kind === 'off') {
    throw new StartError('There is no payment service: set the STRIPE_… settings first.');
  }
  const { payments, stop } = await joinPayments(config);
  try {
    if (!payments) return;
    say('Comparing memberships with the payment service');
    const { checked, repaired, strangers, twice } = await reconcile({ database, payments });
    process.stdout.write(`${checked} checked, ${repaired} repaired\n`);
    for (const customer of strangers) {
      process.stdout.write(`${customer} is charged, and no membership here is theirs\n`);
    }
    for (const customer of twice) {
      process.stdout.write(`${customer} is charged for two memberships\n`);
    }
  } finally {
    await stop();
  }
}
