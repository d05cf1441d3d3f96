import { Text } from '@mantine/core';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { Visible } from '../parts/quoted';

interface NamedItem {
  readonly productId: string;
  readonly title: string;
  readonly variantTitle: string | null;
}

/** The name of an item in one line. */
export const nameOf = ({ title, variantTitle }: Omit<NamedItem, 'productId'>): string =>
  visibleText(variantTitle === null ? title : `${title} · ${variantTitle}`);

/** The name of an item, which leads to its product. The keys of the table go past the link. */
export const ItemName = ({ productId, title, variantTitle }: NamedItem) => (
  <div className="grid-name">
    <Link href={`/products/${productId}`} className="name" tabIndex={-1}>
      <Visible text={title} />
    </Link>
    {variantTitle !== null && (
      <Text size="xs" c="dimmed" span>
        <Visible text={variantTitle} />
      </Text>
    )}
  </div>
);

/** The SKU and the barcode of an item. */
export const Codes = ({ sku, barcode }: { readonly sku: string | null; readonly barcode: string | null }) => (
  <span className="grid-codes">
    {[sku, barcode].map(
      (code) =>
        code !== null && (
          <span key={code}>
            <Visible text={code} />
          </span>
        ),
    )}
  </span>
);
