import { drawLabels, drawParcelLabels } from './draw-labels';
import { drawPickList } from './draw-pick-list';
import { drawSlips } from './draw-slips';
import type { Labels, ParcelLabels } from './label';
import type { PickList } from './pick-list';
import type { Slips } from './slip';

/** The contents of a file for the packing of orders. */
export type Printed = PickList | Slips | Labels | ParcelLabels;

/** Draws a file for the packing of orders. */
export function draw(printed: Printed): Promise<Buffer> {
  switch (printed.kind) {
    case 'pickList':
      return drawPickList(printed);
    case 'packingSlips':
      return drawSlips(printed);
    case 'addressLabels':
      return drawLabels(printed);
    case 'parcelLabels':
      return drawParcelLabels(printed);
  }
}
