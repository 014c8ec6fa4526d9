import type { Driver } from '../../packages/venue-kit/src/driver.ts'

export const driverOf: (staff: {
  url: string
  merchant: string
  adminKey: string
}) => Required<Driver>
export const driver: Partial<Driver>
