import { type Patch, usePatch } from '../store/patch-form';
import { PageForm } from './page-edits';

/** The fields of a thing as a part of its page: of them, only what was changed is saved. @param part see {@link PageForm} */
export function PagePatch({ part, ...patch }: Patch & { readonly part: string }) {
  const { edits, inputs } = usePatch(patch);
  return (
    <PageForm part={part} {...edits}>
      {inputs}
    </PageForm>
  );
}
