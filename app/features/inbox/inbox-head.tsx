import { Link as RouterLink, useNavigate } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import * as links from '#domain/site/links.ts';
import { describeCount, mostListed, type Posting } from './applications.ts';
import { ExportButton } from './export-button.tsx';
import type { useInboxAddress } from './use-inbox.ts';

type Address = ReturnType<typeof useInboxAddress>;
type InboxHeadProps = Pick<Address, 'filters' | 'view' | 'addressOfView'> & {
  job: string | undefined;
  postings: readonly Posting[] | undefined;
  isViewer: boolean;
  onTemplates(): void;
};

/** Whose applications are shown, and how. */
export function InboxHead({
  job,
  postings = [],
  isViewer,
  filters,
  view,
  addressOfView,
  onTemplates,
}: InboxHeadProps) {
  const navigate = useNavigate();
  const isCut = postings.length >= mostListed;
  const isOlder = isCut && job && !postings.some(({ id }) => id === job);
  return (
    <div className="inbox-head">
      <Field
        label="Posting"
        hint={
          isCut && (
            <>
              These are your newest {mostListed}. The others are under{' '}
              <Link href={links.myJobs}>My jobs</Link>.
            </>
          )
        }
      >
        <Select
          value={job ?? ''}
          options={[
            { value: '', label: 'All postings' },
            ...postings.map(({ id, title, which, waiting }) => ({
              value: id,
              label: [
                which ? `${title}, ${which}` : title,
                waiting > 0 && `(${describeCount(waiting)} new)`,
              ]
                .filter(Boolean)
                .join(' '),
            })),
            ...(isOlder ? [{ value: job, label: 'An older posting' }] : []),
          ]}
          onChange={(event) => {
            const { value } = event.target;
            navigate(value ? links.applicationsOf(value) : links.allApplications);
          }}
        />
      </Field>
      <nav aria-label="View" className="inbox-views">
        {(['list', 'board'] as const).map((each) => (
          <RouterLink
            key={each}
            to={addressOfView(each)}
            aria-current={each === view ? 'page' : undefined}
          >
            {each === 'list' ? 'List' : 'Board'}
          </RouterLink>
        ))}
      </nav>
      {!isViewer && (
        <div className="inbox-tools">
          <Button variant="quiet" size="small" onClick={onTemplates}>
            Templates
          </Button>
          <ExportButton job={job} filters={filters} />
        </div>
      )}
    </div>
  );
}
