import { dayText } from '../../kernel/shop-time';
import type { Followed } from '../sale/checkout-client';
import { titleOf } from '../sale/order-words';
import { Field } from './form';
import type { Page } from './page';
import type { StepOf } from './way';

type Line = Followed['lines'][number];

/**
 * The form by which a buyer asks for a return. A right of withdrawal that is over is not offered; faulty goods always may be told. It
 * stands folded: most buyers want to see where their order is.
 */
export const ReturnForm = ({ page, shown }: { readonly page: Page; readonly shown: StepOf<'follow'> }) => {
  const { order, at, formKey } = shown;
  const lines = order.lines.filter(({ returnable }) => returnable > 0);
  if (lines.length === 0) return null;
  const mayWithdraw = !order.withdrawal.isOver && lines.some(({ withdrawalException }) => withdrawalException === null);
  return (
    <details data-el="faq">
      <summary data-part="question">{mayWithdraw ? 'İade edin veya siparişten cayın' : 'Ayıplı ürün bildirin'}</summary>
      <form method="post" action={page.links.to(`${at}/iade`)} data-form="">
        <input type="hidden" name="istek" value={formKey} />
        <input type="hidden" name="surum" value={order.rev} />
        <Period order={order} mayWithdraw={mayWithdraw} />
        <Kind mayWithdraw={mayWithdraw} />
        <fieldset data-group="">
          <legend>Ürünler</legend>
          {lines.map((line) => (
            <Pieces key={line.id} line={line} />
          ))}
        </fieldset>
        <Field name="not" label="Açıklama" value="" optional max={500} rows={3} />
        <button data-el="button" data-axis-kind="secondary" type="submit">
          İade talebini gönder
        </button>
      </form>
    </details>
  );
};

const Period = ({ order, mayWithdraw }: { readonly order: Followed; readonly mayWithdraw: boolean }) => {
  if (!mayWithdraw)
    return <p data-el="text">Cayma süreniz doldu. Ayıplı ya da yanlış ürünleri yine bildirebilirsiniz.</p>;
  const { until } = order.withdrawal;
  return (
    <p data-el="text">
      {until === null
        ? 'Cayma hakkınızı, siparişinizi teslim aldığınız günden başlayarak 14 gün içinde gerekçe göstermeden kullanabilirsiniz.'
        : `Cayma hakkınızı ${dayText(until)} günü sonuna kadar gerekçe göstermeden kullanabilirsiniz.`}
    </p>
  );
};

const Kind = ({ mayWithdraw }: { readonly mayWithdraw: boolean }) => {
  if (!mayWithdraw) return <input type="hidden" name="tur" value="ayip" />;
  return (
    <fieldset data-el="option">
      <legend data-part="legend">Neden</legend>
      <label data-part="choice">
        <input type="radio" name="tur" value="cayma" checked />
        <span>Vazgeçtim (cayma hakkı)</span>
      </label>
      <label data-part="choice">
        <input type="radio" name="tur" value="ayip" />
        <span>Ürün ayıplı, hasarlı ya da yanlış</span>
      </label>
    </fieldset>
  );
};

const Pieces = ({ line }: { readonly line: Line }) => {
  const name = `adet-${line.id}`;
  return (
    <div data-el="field" data-axis-state="normal">
      <label data-part="label" for={name}>
        {titleOf(line)}
      </label>
      {line.withdrawalException === null ? null : (
        <p data-part="hint">Bu üründe cayma hakkı yoktur; ayıplıysa bildirebilirsiniz.</p>
      )}
      <select data-part="input" id={name} name={name}>
        {Array.from({ length: line.returnable + 1 }, (_, count) => (
          <option key={count} value={count}>
            {count === 0 ? 'İade edilmesin' : `${count} adet`}
          </option>
        ))}
      </select>
    </div>
  );
};
