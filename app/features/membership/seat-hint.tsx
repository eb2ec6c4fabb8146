import { openData } from '#app/data/open-data.ts';
import { Link } from '#app/ui/link.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import * as links from '#domain/site/links.ts';
import { countSeats } from './count-seats.ts';

/**
 * Tells people whose company already pays that they may not need a membership of their own. Placed below the buttons,
 * which must not move when it appears.
 */
export function SeatHint() {
  const { state } = useLoading(readCompanies);
  return state.data?.map(({ id, name, isAdmin, total, taken }) => (
    <p key={id}>
      <bdi>{name}</bdi> has a membership with {countSeats(taken, total)}. Before you pay for one of
      your own,{' '}
      {isAdmin ? (
        <>
          see whether you can give yourself a seat, under{' '}
          <Link href={links.membership}>your membership</Link>.
        </>
      ) : (
        <>
          ask an admin there for a seat. <Link href={links.myCompany}>See who works there</Link>
        </>
      )}
    </p>
  ));
}

async function readCompanies() {
  const client = await openData();
  const { data, error } = await client.rpc('own_seats');
  if (error) throw error;
  return data
    .filter((row) => row.company_id)
    .map(({ company_id, company, role, total, taken }) => ({
      id: company_id ?? '',
      name: company ?? '',
      isAdmin: role === 'admin',
      total: total ?? 1,
      taken: taken ?? 1,
    }));
}
