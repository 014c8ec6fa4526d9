import type { Catalogue } from '../say.ts'

export const securityTexts = {
  'security.alert_not_found': [404, '警报不存在'],
  'security.alert_seen': [409, '该警报已由{by}查看'],
  'security.own_alert': [403, '不能处理与本人有关的警报，请由另一位同事查看'],
} as const satisfies Catalogue
