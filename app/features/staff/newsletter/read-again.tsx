import { Button } from '#app/ui/button.tsx';

/** Somebody else saved it. What was typed here is kept on the device, and waits on the page as it is then. */
export function ReadAgain() {
  return (
    <Button variant="secondary" size="small" className="mt-2" onClick={() => location.reload()}>
      Read it again
    </Button>
  );
}
