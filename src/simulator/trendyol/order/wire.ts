import type { LongNumber } from '../../kit/long-number';

/** Shapes of the order services (providers.md §2.5). Money is decimal Turkish lira, times are epoch milliseconds. */

export interface Address {
  id: number;
  firstName: string;
  lastName: string;
  fullName: string;
  company: string;
  address1: string;
  address2: string;
  addressLines: { addressLine1: string; addressLine2: string };
  fullAddress: string;
  city: string;
  cityCode: number;
  district: string;
  districtId: number;
  neighborhood: string;
  neighborhoodId: number;
  countyId: number;
  countyName: string;
  stateName: string;
  shortAddress: string;
  postalCode: string;
  countryCode: string;
  phone: string | null;
}

export interface InvoiceAddress extends Address {
  taxOffice: string;
  taxNumber: string;
  eInvoiceAvailable: boolean;
}

export interface DiscountDetail {
  lineItemId: number;
  lineItemPrice: number;
  lineItemSellerDiscount: number;
  lineItemTyDiscount: number;
}

export interface PackageLine {
  lineId: number;
  contentId: number;
  barcode: string;
  stockCode: string;
  productName: string;
  productColor: string;
  productSize: string;
  productOrigin: string;
  productCategoryId: number;
  quantity: number;
  /** Averages of a piece. */
  lineUnitPrice: number;
  lineGrossAmount: number;
  lineTotalDiscount: number;
  lineSellerDiscount: number;
  lineTyDiscount: number;
  discountDetails: DiscountDetail[];
  currencyCode: string;
  vatRate: number;
  /** Percent. */
  commission: number;
  salesCampaignId: number;
  businessUnit: string;
  sellerId: number;
  orderLineItemStatusName: string;
  fastDeliveryOptions: never[];
  cancelledBy: string;
  cancelReason: string | null;
  cancelReasonCode: number | null;
}

export interface ShipmentPackage {
  shipmentPackageId: number;
  orderNumber: string;
  customerId: number;
  supplierId: number;
  warehouseId: number | null;
  shipmentNumber: number;
  originPackageIds: number[];
  customerFirstName: string;
  customerLastName: string;
  customerEmail: string;
  identityNumber: string;
  taxNumber: string | null;
  packageGrossAmount: number;
  packageSellerDiscount: number;
  packageTyDiscount: number;
  packageTotalDiscount: number;
  packageTotalPrice: number;
  discountDisplays: never[];
  currencyCode: string;
  paymentMethod: string;
  isCod: boolean;
  /** Beyond 2⁵³; absent until the order is paid. */
  cargoTrackingNumber?: LongNumber;
  cargoTrackingLink?: string;
  cargoSenderNumber?: string;
  cargoProviderName: string;
  cargoDeci: number;
  deliveryType: string;
  deliveredByService: boolean;
  deliveryAddressType: string;
  '3pByTrendyol': boolean;
  is4P: boolean;
  /** Istanbul's wall time written as if it were UTC: three hours ahead. All other times are UTC. */
  orderDate: number;
  agreedDeliveryDate: number;
  estimatedDeliveryStartDate: number;
  estimatedDeliveryEndDate: number;
  originShipmentDate: number;
  lastModifiedDate: number;
  fastDelivery: boolean;
  fastDeliveryType: string;
  status: string;
  shipmentPackageStatus: string;
  packageHistories: { createdDate: number; status: string }[];
  createdBy: 'order-creation' | 'cancel' | 'split' | 'transfer';
  commercial: boolean;
  invoiceLink: string;
  invoiceNumber: string;
  invoiceStatus: 'NotInvoiced' | 'Received' | 'Rejected' | 'Invoiced';
  channelId: number;
  orderCountryCode: string;
  micro: boolean;
  giftBoxRequested: boolean;
  containsDangerousProduct: boolean;
  shipmentAddress: Address | null;
  invoiceAddress: InvoiceAddress | null;
  lines: PackageLine[];
}
