// The front of payment providers: all that other areas may import.
export {
  ProviderRefused,
  ProviderUnreached,
  type DisputeWord,
  type PaymentEvent,
  type PayoutEvent,
  type PaymentProvider,
  type ProviderOrder,
  type StatedLine,
  type Verified,
} from './port.ts'
export {
  abilitiesOf,
  allProviders,
  isTested,
  providerNamed,
  remoteProvider,
  SANDBOX,
  sandboxValue,
  type Provider,
} from './registry.ts'
export { providerNames } from './names.ts'
export { answered, mayTry, silent } from './rest.ts'
export { feeRules } from './feeByRule.ts'
export { endpointProblem, outside } from './outside.ts'
export { feeOf, payoutFeeOf, pays, route, routePayout, type Asked } from './route.ts'
export { providerRule } from './rule.ts'
export { BANK, BATCH, CHAIN, providerKey, providerSchema } from './setting.ts'
export { addProvider } from './store/provider.sql.ts'
export { isTestNo, takeTestPayment } from './testOrders.ts'
