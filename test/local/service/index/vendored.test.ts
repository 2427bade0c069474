import { describe, expect, it } from 'vitest';
import { isVendored } from '../../../../local/service/index/vendored.js';

describe('the path of a file', () => {
  it.each([
    'vendor/github.com/sea/horns/horn.go',
    'vendor/sea/horns/Horn.php',
    'src/vendor/golang.org/x/net/dial.go',
    'api/vendor/autoload.php',
    'tools/vendor/modules.txt',
    'admin/vendor/assets/javascripts/horn.js',
    'web/node_modules/horn/index.js',
    'dist/main.js',
    'packages/horn/dist/main.js',
    'packages/@sea/horn/dist/main.js',
    'static/horn.min.js',
  ])('says that others wrote it, or a tool: %s', (path) => {
    expect(isVendored(path)).toBe(true);
  });

  it.each([
    'app/models/vendor/payout.rb',
    'src/vendor/vendor.service.ts',
    'src/vendor/payouts/pay.ts',
    'src/cmd/dist/build.go',
    'packages/horn/src/dist/build.ts',
  ])('does not say so: %s', (path) => {
    expect(isVendored(path)).toBe(false);
  });
});
