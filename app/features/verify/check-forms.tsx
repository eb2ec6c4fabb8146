import { verify } from '#app/content/verify.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import type { Proof } from '#domain/credentials/badge-proof.ts';
import * as links from '#domain/site/links.ts';
import { ProofNotice } from './proof-notice.tsx';

const { number, file } = verify;

/**
 * Type, scan or drop. Without script both are plain forms; the script adds the camera and checks files in the browser.
 */
export function CheckForms({ typed, error }: { typed?: string; error?: string }) {
  return (
    <div className="grid gap-x-12 gap-y-12 lg:grid-cols-2" data-print="none">
      <form
        method="get"
        action={links.verify}
        className="grid content-start gap-5"
        data-check-number
        noValidate
      >
        <h2 className="text-2xl">{number.title}</h2>
        <Field label={number.label} hint={number.hint} error={error}>
          <TextInput
            name="number"
            defaultValue={typed}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono tracking-wide uppercase"
            required
          />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="large">
            {number.submit}
          </Button>
          <Button variant="secondary" size="large" data-scan hidden>
            {number.scan}
          </Button>
        </div>
        <div data-camera hidden className="grid gap-3">
          <p>{number.scanning}</p>
          {/* biome-ignore lint/a11y/useMediaCaption: a live camera picture has no captions. */}
          <video playsInline className="aspect-square w-full max-w-sm bg-sunken object-cover" />
          <p>
            <Button variant="secondary" data-stop-scan>
              {number.stopScan}
            </Button>
          </p>
        </div>
        <p data-no-camera hidden className="text-danger" role="alert">
          {number.noCamera}
        </p>
      </form>
      <form
        method="post"
        action={links.verify}
        encType="multipart/form-data"
        className="grid content-start gap-5"
        data-check-file
        noValidate
      >
        <h2 className="text-2xl">{file.title}</h2>
        <Field label={file.label} hint={file.hint}>
          <TextInput
            type="file"
            name="file"
            accept=".png,.svg,.jwt,.json,.txt,image/png,image/svg+xml,application/json"
            required
          />
        </Field>
        <div>
          <Button type="submit" variant="secondary" size="large">
            {file.submit}
          </Button>
        </div>
        <p className="text-sm text-muted">{file.note}</p>
      </form>
      <FileVerdicts />
    </div>
  );
}

/** The same sentences as the server's, for the script to show. */
function FileVerdicts() {
  const kinds = Object.keys(verify.proofs) as Proof['kind'][];
  return (
    <>
      {kinds.map((kind) => (
        <template key={kind} data-verdict={kind}>
          <ProofNotice kind={kind} />
        </template>
      ))}
    </>
  );
}
