import { legalTraitsOf } from '../../legal/page/kinds';
import { LEGAL } from './asks';
import type { Design } from './design';
import type { Shown } from './shown';

/** The role of a page of a design that the law wants. */
type LegalRole = NonNullable<NonNullable<ReturnType<typeof legalTraitsOf>>['role']>;

/** A confirmed text at its address below `/sayfa/`. */
interface ConfirmedPage {
  readonly path: string;
  readonly title: string;
  readonly role?: LegalRole;
}

/** Texts that the owner of a shop has confirmed, but for those that its design has pages of its own for. */
export function confirmedPages({
  design,
  shown,
}: {
  readonly design: Pick<Design, 'bundle'>;
  readonly shown: Shown;
}): readonly ConfirmedPage[] {
  const pages = Object.values(design.bundle.pages);
  return shown.all<object>(LEGAL).flatMap(({ key }): ConfirmedPage[] => {
    const traits = legalTraitsOf(key);
    const isDesigned = pages.some(
      ({ path, legal }) => path === traits?.path || (legal !== undefined && legal === traits?.role),
    );
    return traits && !isDesigned ? [traits] : [];
  });
}
