import { type ComponentProps, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { LateDialog } from '#app/ui/late-dialog.tsx';
import { WhenNear } from '#app/ui/when-near.tsx';
import { useProfileField } from './profile-fields.tsx';

const load = async () => (await import('./picture-field.tsx')).PictureField;

type PictureProps = ComponentProps<Awaited<ReturnType<typeof load>>>;

/**
 * The field for the picture stands at the end of a long form: its code is loaded on the way there, when
 * somebody begins to write, or where there is a picture.
 */
export function LatePictureField({ isNeeded, ...props }: PictureProps & { isNeeded: boolean }) {
  const { value } = useProfileField('profile_picture_url');
  return (
    <div className="profile-picture-place" id="picture-place" tabIndex={-1}>
      <WhenNear isNeeded={isNeeded || value !== ''}>
        <Picture {...props} />
      </WhenNear>
    </div>
  );
}

function Picture(props: PictureProps) {
  const [isFailed, setFailed] = useState(false);
  if (isFailed) {
    return (
      <Button variant="secondary" size="small" onClick={() => setFailed(false)}>
        Upload a picture
      </Button>
    );
  }
  return (
    <LateDialog load={load} onFailed={() => setFailed(true)}>
      {(PictureField) => <PictureField {...props} />}
    </LateDialog>
  );
}
