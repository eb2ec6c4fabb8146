import { Button } from '#app/ui/button.tsx';

/** Somebody else has saved it. What was typed here is stored on this device, and is offered after the reload. */
export function ReadAgain() {
  return (
    <Button variant="secondary" size="small" className="mt-2" onClick={() => location.reload()}>
      Read it again
    </Button>
  );
}
