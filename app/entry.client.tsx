import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { failureOf } from './ui/failure.ts';
import { toast } from './ui/toast.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

// What no screen heard of: whoever pressed a button shall at least read why nothing happens.
addEventListener('unhandledrejection', ({ reason }) => {
  const { code, message: description } = failureOf(reason);
  if (code === 'unreachable') toast({ title: 'Error', description, kind: 'error' });
});
