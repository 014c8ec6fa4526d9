import type { Driver } from 'tianping-venue-kit/driver'

export const driverOf: (staff: {
  url: string
  merchant: string
  adminKey: string
}) => Required<Driver>
export const driver: Partial<Driver>
