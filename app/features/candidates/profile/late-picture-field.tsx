import type { ComponentProps } from 'react';
import { late } from '#app/ui/late.tsx';
import { WhenNear } from '#app/ui/when-near.tsx';
import { useProfileField } from './profile-fields.tsx';

const PictureField = late(async () => (await import('./picture-field.tsx')).PictureField);

type PictureProps = ComponentProps<typeof PictureField>;

/**
 * The picture's field is at the end of a long form: its code is loaded when it comes near, when somebody starts to
 * type, or if there is a picture.
 */
export function LatePictureField({ isNeeded, ...props }: PictureProps & { isNeeded: boolean }) {
  const { value } = useProfileField('profile_picture_url');
  return (
    <div className="profile-picture-place" id="picture-place" tabIndex={-1}>
      <WhenNear isNeeded={isNeeded || value !== ''}>
        <PictureField {...props} waiting={null} />
      </WhenNear>
    </div>
  );
}
