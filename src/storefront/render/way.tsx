import type { StepShown } from '../sale/shown';
import type { Page } from './page';

/** The part of the way that a step is of. */
export type StepOf<T extends StepShown['step']> = Extract<StepShown, { readonly step: T }>;

const WAY = [
  ['address', 'Teslimat', '/odeme'],
  ['ways', 'Kargo ve ödeme', '/odeme/yontem'],
  ['confirm', 'Onay', '/odeme/onay'],
] as const;

/** The steps with those behind as links. */
export const Way = ({ page, at }: { readonly page: Page; readonly at: 'address' | 'ways' | 'confirm' }) => {
  const place = WAY.findIndex(([step]) => step === at);
  return (
    <nav data-el="breadcrumb" aria-label="Sipariş adımları">
      <ol>
        <li data-part="item">
          <a href={page.links.to('/sepet')}>Sepet</a>
        </li>
        {WAY.map(([step, label, path], nth) => (
          <li key={step} data-part="item">
            {nth < place ? (
              <a href={page.links.to(path)}>{label}</a>
            ) : (
              <span aria-current={nth === place ? 'step' : undefined}>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
};
