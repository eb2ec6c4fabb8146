import { useRef, useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { FieldError } from '#app/ui/field.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import { logoAddress, logoBucket } from '#domain/companies/company.ts';
import { type MyCompany, notAdmin } from './my-companies.ts';

const mostBytes = 2 * 1024 * 1024;

type LogoFieldProps = { company: MyCompany; onChanged(): void };

/** Saved at once. The service checks whether the picture is valid, and re-encodes it. */
export function LogoField({ company: { id, name, logo }, onChanged }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>();
  const [busyWith, setBusyWith] = useState<'file' | 'nothing'>();
  const input = useRef<HTMLInputElement>(null);
  // The remove button disappears with the logo.
  const choose = useKeptFocus<HTMLButtonElement>(logo ? 1 : 0);

  async function keep(file?: File) {
    const picture =
      file && (await (await import('#app/ui/smaller-picture.ts')).pictureToSend(file, mostBytes));
    const [client, { storage }] = await Promise.all([openData(), openSupabase()]);
    const bucket = storage.from(logoBucket);
    const path = picture ? `${id}/${crypto.randomUUID()}.webp` : null;
    if (picture && path) {
      const { error } = await bucket.upload(path, picture);
      if (error) throw error;
    }
    const { data, error } = await client
      .from('companies')
      .update({ logo: path })
      .eq('id', id)
      .select('id');
    if (error) throw error;
    if (data.length === 0) throw new Error(notAdmin);
    // If this fails, the file is deleted within a day.
    if (logo) await bucket.remove([logo]).catch(() => {});
  }

  async function change(file?: File) {
    setProblem(undefined);
    setBusyWith(file ? 'file' : 'nothing');
    try {
      await keep(file);
      toast({ title: file ? 'Logo saved' : 'Logo removed' });
      onChanged();
    } catch (error) {
      const { message } = failureOf(error);
      setProblem(message);
      toastError(message);
    }
    setBusyWith(undefined);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a single picture is not a set of fields.
    <div className="my-company-logo" role="group" aria-label="Logo">
      {logo ? (
        <img src={logoAddress(logo)} alt={`Logo of ${name}`} width="96" height="96" />
      ) : (
        <span aria-hidden="true" />
      )}
      <div>
        <p className="field-label">
          Logo<span className="field-optional"> (optional)</span>
        </p>
        <p className="field-hint" id="logo-hint">
          PNG, JPEG or WebP. One larger than 2 MB is made smaller before it is sent. It is shown on
          a white background.
        </p>
        <div className="actions">
          <Button
            ref={choose}
            variant="secondary"
            size="small"
            isBusy={busyWith === 'file'}
            disabled={busyWith === 'nothing'}
            aria-describedby={problem ? 'logo-hint logo-problem' : 'logo-hint'}
            onClick={() => input.current?.click()}
          >
            {logo ? 'Replace logo' : 'Upload a logo'}
          </Button>
          {logo && (
            <Button
              variant="quiet"
              size="small"
              isBusy={busyWith === 'nothing'}
              disabled={busyWith === 'file'}
              onClick={() => change()}
            >
              Remove logo
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Logo file"
          accept="image/png,image/jpeg,image/webp"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) change(file);
            target.value = '';
          }}
        />
        {problem && <FieldError id="logo-problem">{problem}</FieldError>}
      </div>
    </div>
  );
}
