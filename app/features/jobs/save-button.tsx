import { Bookmark } from 'lucide-react';

/** Pressed or not is known to the browser alone, so the script sets it. */
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
