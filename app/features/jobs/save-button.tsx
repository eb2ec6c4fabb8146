import { Bookmark } from 'lucide-react';

/** Only the browser knows whether it is pressed, so the script sets that. */
export function SaveButton({
  job,
  look = '',
}: {
  job: { id: string; title: string };
  look?: string;
}) {
  return (
    <button
      type="button"
      className={`button button-quiet save-button ${look}`.trim()}
      aria-label={`Save: ${job.title}`}
      aria-pressed="false"
      data-save={job.id}
      data-needs-script
    >
      <Bookmark aria-hidden="true" />
      Save
    </button>
  );
}
