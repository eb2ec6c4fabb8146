import { useEffect, useRef, useState } from 'react';

/** As long as the site waits for a form with a file. */
const longest = 120_000;

/**
 * Whether the browser is submitting a form: with a file on a mobile connection, that takes a minute without any visible
 * progress.
 */
export function useSending() {
  const form = useRef<HTMLFormElement>(null);
  const [isSending, setSending] = useState(false);

  // Synchronises with the browser's own submission. The page is still there afterwards only if that was stopped or
  // failed.
  useEffect(() => {
    const place = form.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(timer);
      setSending(false);
    };
    const begin = () => {
      setSending(true);
      timer = setTimeout(end, longest);
    };
    place?.addEventListener('formdata', begin);
    addEventListener('pageshow', end);
    return () => {
      end();
      place?.removeEventListener('formdata', begin);
      removeEventListener('pageshow', end);
    };
  }, []);

  return { form, isSending };
}
