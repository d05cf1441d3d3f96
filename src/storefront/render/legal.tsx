import { ETBIS } from '../read/asks';
import { confirmedPages } from '../read/legal';
import { legalBlocks } from '../text/legal';
import type { Page } from './page';
import { Heading, Rich, Section } from './parts';

const LEGAL_LABELS = {
  salesContract: 'Mesafeli satış sözleşmesi',
  returnPolicy: 'İptal ve iade koşulları',
  privacyNotice: 'KVKK aydınlatma metni',
} as const;

interface LegalLink {
  readonly legal?: keyof typeof LEGAL_LABELS | undefined;
  readonly path: string;
  readonly label: string;
}

/** Pages that the law wants a shop to have: those of its design, and the confirmed texts where the design has none. */
export function legalPages({ design, shown }: Pick<Page, 'design' | 'shown'>): readonly LegalLink[] {
  const designed = Object.values(design.bundle.pages).flatMap(({ legal, path, title }) =>
    legal !== undefined && path !== undefined ? [{ legal, path, label: title ?? LEGAL_LABELS[legal] }] : [],
  );
  const confirmed = confirmedPages({ design, shown }).map(({ path, title, role }) => ({
    legal: role,
    path,
    label: title,
  }));
  return [...designed, ...confirmed];
}

/** A text that the owner of the shop has confirmed. */
export const LegalText = ({ page }: { readonly page: Page }) =>
  page.main?.kind === 'legal' ? (
    <Section width="narrow">
      <Heading level="1" text={page.main.value.title} />
      <Rich page={page} content={legalBlocks(page.main.value.text)} />
    </Section>
  ) : null;

const REGISTER = 'https://www.eticaret.gov.tr';

/** Tells that the shop is registered at the Ministry of Trade, where its owner has said so. */
export const Registered = ({ page }: { readonly page: Page }) =>
  page.shown.one<object>(ETBIS) ? (
    <p data-part="row">
      <a href={REGISTER} rel="noopener">
        ETBİS’e kayıtlıdır
      </a>
    </p>
  ) : null;
