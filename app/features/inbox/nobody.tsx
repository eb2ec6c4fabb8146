import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import * as links from '#domain/site/links.ts';

type NobodyProps = { isNarrowed: boolean; isForeign: boolean; onClear(): void };

/** The list is empty because the posting is not theirs, because of the filters, or because nobody has applied. */
export function Nobody({ isNarrowed, isForeign, onClear }: NobodyProps) {
  if (isForeign) {
    return (
      <EmptyState
        title="There are no applications to show here"
        action={
          <ButtonLink href={links.myJobs} variant="secondary">
            My jobs
          </ButtonLink>
        }
      >
        This posting takes none on this site, it was deleted, or you do not work for its company.
      </EmptyState>
    );
  }
  return isNarrowed ? (
    <EmptyState
      title="Nobody fits these filters"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear the filters
        </Button>
      }
    >
      Remove one of them, or look at all postings.
    </EmptyState>
  ) : (
    <EmptyState
      title="Nobody has applied yet"
      action={
        <ButtonLink href={links.myJobs} variant="secondary">
          My jobs
        </ButtonLink>
      }
    >
      Applications to postings that take them on this site come here.
    </EmptyState>
  );
}
