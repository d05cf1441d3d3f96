/** Each drives a row to its end; what it takes to find and to end such a row stands in the `works` of its noun. */
export { bulkRecording } from './bulk.recording';
export { cargoBooking } from './cargo.booking';
export { cargoSender } from './cargo.sender';
export { channelJob } from './channel.job';
export { hookBreaker } from './hook.breaker';
export { mailDelivery } from './mail.delivery';
export { mediaVariants } from './media.variants';
export { metafieldPurge } from './metafield.purge';
export { refund } from './order.refund';
export { paymentAttempt } from './payment.attempt';
export { proposalApplication } from './proposal.application';
export { shipmentCancelling } from './shipment.cancelling';
export { shipmentTracking } from './shipment.tracking';
export { updatePreparation } from './update.preparation';
export { webhookIngestion } from './webhook.ingestion';
export { workspaceLifecycle } from './workspace.lifecycle';
