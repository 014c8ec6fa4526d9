// What a test suite imports from the package: the same examinations that the command runs.
export { cases, examine } from './examine.ts'
export { operatorCases } from './operator/cases.ts'
export { examineOperator } from './operator/examineOperator.ts'
export { walletCases } from './wallet/cases.ts'
export { examineSeamless } from './wallet/examineSeamless.ts'
export { examineWallet } from './wallet/examineWallet.ts'
export { seamlessCases } from './wallet/seamlessCases.ts'
