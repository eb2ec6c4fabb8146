import { useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field, FieldError } from '#app/ui/field.tsx';
import { Fold } from '#app/ui/form-group.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toastError } from '#app/ui/toast.ts';
import { Portrait } from '../portrait.tsx';
import { isUploaded, usePictures } from '../use-pictures.ts';
import { useProfileField } from './profile-fields.tsx';

type PictureFieldProps = {
  userId: string;
  /** The picture of the saved profile. */
  stored: string;
};

/** The picture: a file that is uploaded at once and saved with the profile, or an address on the web. */
export function PictureField({ userId, stored }: PictureFieldProps) {
  const { value, error, change } = useProfileField('profile_picture_url');
  const shown = usePictures([value]).get(value);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);

  function replace(url: string) {
    if (isUploaded(value) && value !== stored) {
      import('./upload-picture.ts').then(({ dropUpload }) => dropUpload(value));
    }
    change(url);
  }

  async function upload(file: File) {
    setProblem(undefined);
    setBusy(true);
    const answer = await import('./upload-picture.ts')
      .then(({ uploadPicture }) => uploadPicture(userId, file))
      .catch((thrown) => ({ failure: failureOf(thrown) }));
    setBusy(false);
    if ('url' in answer) return replace(answer.url);
    setProblem(answer.failure.message);
    toastError(answer.failure.message);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a single picture is not a set of fields.
    <div className="profile-picture" role="group" aria-label="Picture">
      <Portrait src={shown} isLarge />
      <div>
        <p className="field-label">
          Picture<span className="field-optional"> (optional)</span>
        </p>
        <p className="field-hint" id="picture-hint">
          PNG, JPEG or WebP. One larger than 5 MB is made smaller before it is sent. Members see it
          only while they may see your profile.
        </p>
        <div className="actions">
          <Button
            ref={choose}
            id="choose-picture"
            variant="secondary"
            size="small"
            isBusy={isBusy}
            aria-describedby={problem ? 'picture-hint picture-problem' : 'picture-hint'}
            onClick={() => input.current?.click()}
          >
            {nameUpload(value, isBusy)}
          </Button>
          {value && (
            <Button
              variant="quiet"
              size="small"
              disabled={isBusy}
              onClick={() => {
                replace('');
                choose.current?.focus();
              }}
            >
              Remove picture
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Picture file"
          accept="image/png,image/jpeg,image/webp"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) upload(file);
            // So that the same file can be chosen again.
            target.value = '';
          }}
        />
        {problem && <FieldError id="picture-problem">{problem}</FieldError>}
        <Fold title="Link a picture on the web" isOpen={Boolean(value) && !isUploaded(value)}>
          <Field
            label="Picture URL"
            isOptional
            error={error}
            hint="Your page links to it and says where it leads. Only an uploaded picture is shown on the site."
          >
            <TextInput
              name="profile_picture_url"
              type="url"
              dir="ltr"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              value={isUploaded(value) ? '' : value}
              onChange={(event) => replace(event.target.value)}
            />
          </Field>
        </Fold>
      </div>
    </div>
  );
}

function nameUpload(value: string, isBusy: boolean): string {
  if (isBusy) return 'Uploading…';
  return value ? 'Replace picture' : 'Upload a picture';
}
