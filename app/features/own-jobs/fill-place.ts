import { openData } from '#app/data/open-data.ts';
import { readPlaceWords } from '#domain/finding/place-words.ts';
import type { JobValues } from './job-values.ts';

export type PlaceValues = Partial<Pick<JobValues, 'workplace' | 'city' | 'region' | 'country'>>;

/** What a location says unambiguously, completed by the list of US places. */
export async function placeOf(location: string): Promise<PlaceValues> {
  const said = readPlaceWords(location);
  const { city, region, country } = said;
  if (!city || region || (country && country !== 'US')) return said;
  const state = await stateOf(city);
  return state ? { ...said, region: state, country: 'US' } : said;
}

/** The state of the town that is meant: the one far larger than all others of that name. */
async function stateOf(city: string): Promise<string | undefined> {
  const client = await openData();
  const { data } = await client
    .rpc('find_places', { names: [city] })
    .abortSignal(AbortSignal.timeout(3_000));
  const [first, second] = data ?? [];
  return first && (!second || (first.size ?? 0) >= 5 * (second.size ?? 0))
    ? (first.state ?? undefined)
    : undefined;
}
