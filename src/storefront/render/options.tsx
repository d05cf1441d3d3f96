import { type OptionGroup, optionGroups } from '../read/option-groups';
import type { Product, Variant } from '../read/shown';
import { groupField, OPTION_FIELD, OPTION_GROUP_FIELD } from '../sale/option-fields';
import { money, plain } from '../text/text';
import { isSoldOut } from './parts';

/** From so few on a shopper is told how many there are. */
const FEW = 5;

/** @param stock null: it is not counted */
function stockText(stock: number | null): string {
  if (stock === null) return 'Stokta';
  if (stock <= 0) return 'Tükendi';
  return stock <= FEW ? `Son ${stock} adet` : 'Stokta';
}

/** The variants of a product to choose from; the stock of one that has none. */
export const Sorts = ({ product }: { readonly product: Product }) => {
  if (product.variants.length === 0)
    return (
      <p data-part="stock">
        <span data-el="badge" data-axis-kind={isSoldOut(product) ? 'soldOut' : 'neutral'}>
          {stockText(product.stock)}
        </span>
      </p>
    );
  const groups = optionGroups(product.variants);
  return groups ? <Axes product={product} groups={groups} /> : <Options product={product} />;
};

const isThere = ({ stock }: Variant): boolean => stock !== 0;

/** Draws one radio for each variant. The first that can be bought is chosen. */
const Options = ({ product: { variants, price } }: { readonly product: Product }) => {
  const chosen = variants.find(isThere) ?? variants[0];
  return (
    <fieldset data-el="option">
      <legend data-part="legend">Seçenek</legend>
      {variants.map((variant) => (
        <Option
          key={variant.id}
          field={OPTION_FIELD}
          name={variant.title}
          variant={variant}
          price={variant.price ?? price}
          chosen={variant === chosen}
        />
      ))}
    </fieldset>
  );
};

/**
 * Draws the first axis as radios, and below it the choices of the value that is chosen: the style hides those of the others. Each value
 * has a field of its own, so a choice of another value is never sent as that of this one.
 */
const Axes = ({ product, groups }: { readonly product: Product; readonly groups: readonly OptionGroup[] }) => {
  const first = groups.find(({ choices }) => choices.some(({ variant }) => isThere(variant))) ?? groups[0];
  return (
    <fieldset data-el="option" data-axes="">
      <legend data-part="legend">Seçenek</legend>
      {groups.map((group, nth) => [
        <GroupChoice key={`${nth}`} group={group} nth={nth} chosen={group === first} />,
        <GroupChoices key={`${nth}-choices`} group={group} nth={nth} price={product.price} />,
      ])}
    </fieldset>
  );
};

interface GroupProps {
  readonly group: OptionGroup;
  readonly nth: number;
}

const GroupChoice = ({ group: { name, choices }, nth, chosen }: GroupProps & { readonly chosen: boolean }) => {
  const gone = choices.every(({ variant }) => !isThere(variant));
  return (
    <label data-part="choice">
      <input type="radio" name={OPTION_GROUP_FIELD} value={nth} checked={chosen} disabled={gone} />
      <span>{plain(name)}</span> {gone ? <span data-quiet="">Tükendi</span> : null}
    </label>
  );
};

const GroupChoices = ({ group: { name, choices }, nth, price }: GroupProps & { readonly price: number }) => {
  const chosen = choices.find(({ variant }) => isThere(variant)) ?? choices[0];
  return (
    <fieldset data-choices="">
      <legend data-part="legend">{plain(name)}</legend>
      {choices.map((choice) => (
        <Option
          key={choice.variant.id}
          field={groupField(nth)}
          name={choice.name}
          variant={choice.variant}
          price={choice.variant.price ?? price}
          chosen={choice === chosen}
        />
      ))}
    </fieldset>
  );
};

interface OptionProps {
  readonly field: string;
  readonly name: string;
  readonly variant: Variant;
  /** The price of one piece in kuruş. */
  readonly price: number;
  readonly chosen: boolean;
}

const Option = ({ field, name, variant: { id, stock }, price, chosen }: OptionProps) => (
  <label data-part="choice">
    <input type="radio" name={field} value={id} checked={chosen} disabled={stock === 0} />
    <span>{plain(name)}</span> <span data-quiet="">{money(price)}</span> <span data-quiet="">{stockText(stock)}</span>
  </label>
);
