import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import { containerTool, inspectImage, type TestedImage } from './built-image.js';

const Manifest = z.tuple([z.object({ Config: z.string(), Layers: z.array(z.string()) })]);

export interface Layer {
  /** A folder with the files that it adds. */
  readonly folder: string;
  readonly bytes: number;
  readonly compressedBytes: number;
}

/** Unpacks the layers above the base image, and the image's settings and history, into `folder`. */
export async function unpackImage(
  tested: TestedImage,
  folder: string,
): Promise<{ readonly config: string; readonly layers: Layer[] }> {
  const archive = join(folder, 'image.tar');
  const format = tested.builder === 'podman' ? ['--format', 'docker-archive'] : [];
  await containerTool(tested.builder, 'save', ...format, '--output', archive, tested.image);
  await untar(archive, join(folder, 'image'));
  const read = (name: string) => readFile(join(folder, 'image', name), 'utf8');
  const [{ Config, Layers }] = Manifest.parse(JSON.parse(await read('manifest.json')));
  const { RootFS } = await inspectImage(tested, tested.base);
  const layers: Layer[] = [];
  for (const [index, name] of Layers.slice(RootFS.Layers.length).entries()) {
    const path = join(folder, 'image', name);
    const target = join(folder, `layer-${index}`);
    await untar(path, target);
    const { size } = await stat(path);
    layers.push({ folder: target, bytes: size, compressedBytes: await compressedSize(path) });
  }
  return { config: await read(Config), layers };
}

async function untar(archive: string, folder: string): Promise<void> {
  await mkdir(folder);
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder, '--no-same-owner']);
}

/** As a registry stores it. */
async function compressedSize(path: string): Promise<number> {
  let bytes = 0;
  await pipeline(createReadStream(path), createGzip(), async (chunks) => {
    for await (const chunk of chunks) bytes += (chunk as Buffer).length;
  });
  return bytes;
}
