import type { User } from '@supabase/supabase-js';
import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { late } from '#app/ui/late.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useCaughtFocus } from '#app/ui/use-caught-focus.ts';
import { narrows } from '#domain/applications/inbox.ts';
import { mostListed, type Posting } from './applications.ts';
import { ChooseMany } from './choose-many.tsx';
import { FilterForm } from './filter-form.tsx';
import { InboxCounts } from './inbox-counts.tsx';
import { InboxHead } from './inbox-head.tsx';
import { ApplicationsList } from './list.tsx';
import { Nobody } from './nobody.tsx';
import { mayAnswer } from './own-companies.ts';
import { useInbox, useInboxAddress } from './use-inbox.ts';
import { useMove } from './use-move.ts';
import { useOwnCompanies } from './use-own-companies.ts';
import '#app/ui/form-group.css';
import './inbox.css';
import './board.css';

const Board = late(async () => (await import('./board.tsx')).default);
const ApplicationPanel = late(async () => (await import('./application-panel.tsx')).default);
const MailSettings = late(async () => (await import('./mail-settings.tsx')).MailSettings);
const Figures = late(async () => (await import('./figures.tsx')).default);
const DeclineDialog = late(async () => (await import('./decline-dialog.tsx')).default);
const TemplatesDialog = late(async () => (await import('./templates-dialog.tsx')).default);

type InboxScreenProps = { user: User; job?: string };

/** The applications to one posting, or to all of the company's: as a list, or as a board. */
export function InboxScreen({ user, job }: InboxScreenProps) {
  const { filters, view, opened, addressOf, addressOfView, filter, close } = useInboxAddress();
  const { companies, changes } = useOwnCompanies(user.id);
  const inbox = useInbox(user.id, job, filters, view, changes);
  const { list, more, board, counts, postings, questions, again } = inbox;
  const { move, said, say } = useMove(inbox.show, again);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<'decline' | 'templates'>();
  const [isCounted, setCounted] = useState(false);
  const [cleared, setCleared] = useState(0);
  const screen = useRef<HTMLDivElement>(null);
  useCaughtFocus(screen);
  // Viewers are offered nothing that would be refused. Somebody without a company is not a viewer.
  const isViewer = Boolean(companies?.length) && !companies?.some(mayAnswer);
  const rows = list.state.data?.rows;
  const shown = view === 'list' ? list.state : board.state;
  const isNarrowed = narrows(filters);
  const chosenRows = rows?.filter(({ id }) => chosen.has(id)) ?? [];

  return (
    <div className="wrap inbox" ref={screen} tabIndex={-1}>
      <InboxHead
        {...{ job, postings, isViewer, filters, view, addressOfView }}
        onTemplates={() => setDialog('templates')}
      />
      <InboxCounts
        filters={filters}
        counts={counts}
        addressOf={(state) => addressOfView('list', state)}
      />
      <FilterForm
        key={cleared}
        filters={filters}
        hasState={view === 'list'}
        asked={questions}
        isCut={!job && Math.max(questions.length, postings?.length ?? 0) >= mostListed}
        onChange={filter}
      />
      {view === 'list' && rows && rows.length > 0 && !isViewer && (
        <ChooseMany
          rows={rows}
          chosenRows={chosenRows}
          onChoose={setChosen}
          onDecline={() => setDialog('decline')}
        />
      )}
      {view === 'list' && rows && (
        <ApplicationsList
          rows={rows}
          showsJob={!job}
          isViewer={isViewer}
          chosen={chosen}
          addressOf={addressOf}
          onChoose={(id, isChosen) => {
            const next = new Set(chosen);
            if (isChosen) next.add(id);
            else next.delete(id);
            setChosen(next);
          }}
          onMove={move}
        />
      )}
      {view === 'board' && board.state.data && (
        <Board
          waiting={<Skeleton lines={6} label="Loading the applications…" />}
          columns={board.state.data}
          counts={isNarrowed ? undefined : counts}
          showsJob={!job}
          isViewer={isViewer}
          addressOf={addressOf}
          listOf={(state) => addressOfView('list', state)}
          onMove={move}
          say={say}
        />
      )}
      {view === 'list' && rows?.length === 0 && (
        <Nobody
          isNarrowed={isNarrowed}
          isForeign={Boolean(job && postings && !mayList(job, postings))}
          onClear={() => {
            filter(emptyFilters(filters));
            // Remounts the fields, which would otherwise keep what was typed.
            setCleared(cleared + 1);
          }}
        />
      )}
      {shown.failure && (
        <LoadFailure
          title="The applications could not be loaded"
          failure={shown.failure}
          again={again}
        />
      )}
      {shown.kind === 'waiting' && <Skeleton lines={6} label="Loading the applications…" />}
      {view === 'list' && rows && (
        <ShowMore hasMore={list.state.data?.hasMore} more={more} count={rows.length} />
      )}
      {job && shown.kind !== 'waiting' && (
        <details className="form-fold" onToggle={() => setCounted(true)}>
          <summary>
            <ChevronDown aria-hidden="true" />
            Figures of this posting
          </summary>
          {isCounted && <Figures job={job} waiting={<Skeleton lines={4} />} />}
        </details>
      )}
      {/* Emails about applications go to those who answer them. */}
      {!isViewer && <MailSettings userId={user.id} />}
      <p className="sr-only" role="status">
        {said}
      </p>
      {opened && (
        <ApplicationPanel
          key={opened}
          id={opened}
          version={changes}
          onClose={close}
          onLost={close}
          onChanged={again}
        />
      )}
      {dialog === 'decline' && (
        <DeclineDialog
          onLost={() => setDialog(undefined)}
          rows={chosenRows}
          onClose={() => setDialog(undefined)}
          onDone={() => {
            setChosen(new Set());
            again();
          }}
        />
      )}
      {dialog === 'templates' && (
        <TemplatesDialog onClose={() => setDialog(undefined)} onLost={() => setDialog(undefined)} />
      )}
    </div>
  );
}

const mayList = (job: string, postings: readonly Posting[]) =>
  postings.length >= mostListed || postings.some(({ id }) => id === job);

const emptyFilters = <Filters extends object>(filters: Filters) =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, ''])) as Filters;
