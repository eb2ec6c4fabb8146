import { benchNewsletter } from './parts/work-newsletter.ts';
import { benchRequests } from './parts/work-requests.ts';

// `npm run bench -- work` measures all three; `npm run bench -- work newsletter 20000` just one,
// and how many.
const [wanted, count, every] = process.argv.slice(2);
const requests = (['message', 'webhook'] as const).filter((work) => !wanted || work === wanted);
if (requests.length > 0) await benchRequests(requests, { turns: Number(count ?? 5) });
if (!wanted || wanted === 'newsletter') {
  await benchNewsletter(Number(count ?? 3_000), Number(every ?? 200));
}
