// Expressions and the answers of NumPy 2.4.6. Written by:
//     python3 tests/data/numpy_expressions.py

pub const FUNCTIONS: [fn(&Case); 450] = [case_0, case_1, case_2, case_3, case_4, case_5, case_6, case_7, case_8, case_9, case_10, case_11, case_12, case_13, case_14, case_15, case_16, case_17, case_18, case_19, case_20, case_21, case_22, case_23, case_24, case_25, case_26, case_27, case_28, case_29, case_30, case_31, case_32, case_33, case_34, case_35, case_36, case_37, case_38, case_39, case_40, case_41, case_42, case_43, case_44, case_45, case_46, case_47, case_48, case_49, case_50, case_51, case_52, case_53, case_54, case_55, case_56, case_57, case_58, case_59, case_60, case_61, case_62, case_63, case_64, case_65, case_66, case_67, case_68, case_69, case_70, case_71, case_72, case_73, case_74, case_75, case_76, case_77, case_78, case_79, case_80, case_81, case_82, case_83, case_84, case_85, case_86, case_87, case_88, case_89, case_90, case_91, case_92, case_93, case_94, case_95, case_96, case_97, case_98, case_99, case_100, case_101, case_102, case_103, case_104, case_105, case_106, case_107, case_108, case_109, case_110, case_111, case_112, case_113, case_114, case_115, case_116, case_117, case_118, case_119, case_120, case_121, case_122, case_123, case_124, case_125, case_126, case_127, case_128, case_129, case_130, case_131, case_132, case_133, case_134, case_135, case_136, case_137, case_138, case_139, case_140, case_141, case_142, case_143, case_144, case_145, case_146, case_147, case_148, case_149, case_150, case_151, case_152, case_153, case_154, case_155, case_156, case_157, case_158, case_159, case_160, case_161, case_162, case_163, case_164, case_165, case_166, case_167, case_168, case_169, case_170, case_171, case_172, case_173, case_174, case_175, case_176, case_177, case_178, case_179, case_180, case_181, case_182, case_183, case_184, case_185, case_186, case_187, case_188, case_189, case_190, case_191, case_192, case_193, case_194, case_195, case_196, case_197, case_198, case_199, case_200, case_201, case_202, case_203, case_204, case_205, case_206, case_207, case_208, case_209, case_210, case_211, case_212, case_213, case_214, case_215, case_216, case_217, case_218, case_219, case_220, case_221, case_222, case_223, case_224, case_225, case_226, case_227, case_228, case_229, case_230, case_231, case_232, case_233, case_234, case_235, case_236, case_237, case_238, case_239, case_240, case_241, case_242, case_243, case_244, case_245, case_246, case_247, case_248, case_249, case_250, case_251, case_252, case_253, case_254, case_255, case_256, case_257, case_258, case_259, case_260, case_261, case_262, case_263, case_264, case_265, case_266, case_267, case_268, case_269, case_270, case_271, case_272, case_273, case_274, case_275, case_276, case_277, case_278, case_279, case_280, case_281, case_282, case_283, case_284, case_285, case_286, case_287, case_288, case_289, case_290, case_291, case_292, case_293, case_294, case_295, case_296, case_297, case_298, case_299, case_300, case_301, case_302, case_303, case_304, case_305, case_306, case_307, case_308, case_309, case_310, case_311, case_312, case_313, case_314, case_315, case_316, case_317, case_318, case_319, case_320, case_321, case_322, case_323, case_324, case_325, case_326, case_327, case_328, case_329, case_330, case_331, case_332, case_333, case_334, case_335, case_336, case_337, case_338, case_339, case_340, case_341, case_342, case_343, case_344, case_345, case_346, case_347, case_348, case_349, case_350, case_351, case_352, case_353, case_354, case_355, case_356, case_357, case_358, case_359, case_360, case_361, case_362, case_363, case_364, case_365, case_366, case_367, case_368, case_369, case_370, case_371, case_372, case_373, case_374, case_375, case_376, case_377, case_378, case_379, case_380, case_381, case_382, case_383, case_384, case_385, case_386, case_387, case_388, case_389, case_390, case_391, case_392, case_393, case_394, case_395, case_396, case_397, case_398, case_399, case_400, case_401, case_402, case_403, case_404, case_405, case_406, case_407, case_408, case_409, case_410, case_411, case_412, case_413, case_414, case_415, case_416, case_417, case_418, case_419, case_420, case_421, case_422, case_423, case_424, case_425, case_426, case_427, case_428, case_429, case_430, case_431, case_432, case_433, case_434, case_435, case_436, case_437, case_438, case_439, case_440, case_441, case_442, case_443, case_444, case_445, case_446, case_447, case_448, case_449];

fn case_0(case: &Case) {
    let v0 = Tensor::<bool, shape![4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<i32, shape![4, 2]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.maximum(&v1);
    let v5 = v4.sum_axes::<axes![-2, -1]>();
    let v6 = v5.swap_axes::<-2, -2>();
    compare!(case, v6, Tensor<i32, shape![1, 1]>);
}

fn case_1(case: &Case) {
    let v0 = Tensor::<f32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.equal(&v0);
    let v3 = v2.insert_axis::<-1>();
    let v4 = v3.any_axis::<-1>();
    let v5 = v4.remove_axis::<-1>();
    compare!(case, v5, Tensor<bool, shape![]>);
}

fn case_2(case: &Case) {
    let v0 = Tensor::<bool, shape![1, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.any_axis::<-1>();
    let v2 = v1.insert_axis::<-1>();
    let v3 = Tensor::<i32, shape![1, 0, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = InlineTensor::<i32, shape![0, 1]>::from_slice(&case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = Tensor::<i32, shape![1, 0, 1]>::from_vec(case.input(6)).unwrap();
    let v7 = &v6 * &v5;
    compare!(case, v7, Tensor<i32, shape![1, 0, 1]>);
}

fn case_3(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = Tensor::<f64, shape![1]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 + &v1;
    compare!(case, v3, Tensor<f64, shape![1]>);
}

fn case_4(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::scalar(v0.min());
    let v2 = v1.insert_axis::<-1>();
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3, InlineTensor<f64, shape![]>);
}

fn case_5(case: &Case) {
    let v0 = Tensor::<i32, shape![1, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.max_axis::<-2>();
    let v2 = InlineTensor::<i32, shape![3, 3, 1, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v1 / &v2;
    let v4 = &v0 * &v3;
    compare!(case, v4, Tensor<i32, shape![3, 3, 2, 2]>);
}

fn case_6(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 1, 1]>();
    let v2 = Tensor::<f64, shape![1, 4, 5]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.minimum(&v2);
    let v4 = Tensor::<f64, shape![5]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 * &v3;
    compare!(case, v5, Tensor<f64, shape![1, 4, 5]>);
}

fn case_7(case: &Case) {
    let v0 = InlineTensor::<i32, shape![1, 5, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2, 1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.equal(&v1);
    let v3 = v2.permute::<axes![-1, -2, -3]>();
    let v4 = v3.permute::<axes![-2, -1, -3]>();
    let v5 = v4.any_axis::<-3>();
    compare!(case, v5, Tensor<bool, shape![1, 2, 2]>);
}

fn case_8(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -3, -2]>();
    let v2 = v1.permute::<axes![-1, -2, -3]>();
    let v3 = Tensor::<f32, shape![2, 2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 * &v2;
    let v5 = v4.max_axes::<axes![-3, -2]>();
    compare!(case, v5, Tensor<f32, shape![1, 1, 2]>);
}

fn case_9(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = InlineTensor::<f64, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v3 - &v2;
    let v5 = &v4 + &v3;
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn case_10(case: &Case) {
    let v0 = Tensor::<bool, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![2]>();
    let v2 = v1.all_axis::<-1>();
    let v3 = v2.all_axis::<-1>();
    let v4 = Tensor::scalar(v3.all());
    compare!(case, v4, Tensor<bool, shape![]>);
}

fn case_11(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 2, 4, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 2, 4, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.less_equal(&v1);
    let v3 = v2.broadcast_to::<shape![3, 2, 4, 3]>();
    compare!(case, v3, Tensor<bool, shape![3, 2, 4, 3]>);
}

fn case_12(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 7]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = Tensor::<i32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 - &v3;
    compare!(case, v4, Tensor<i32, shape![7]>);
}

fn case_13(case: &Case) {
    let v0 = InlineTensor::<f64, shape![1, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.mean_axis::<-2>();
    let v2 = v1.narrow::<-2, dim!(1)>(0);
    let v3 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 - &v3;
    compare!(case, v4, Tensor<f64, shape![1, 1]>);
}

fn case_14(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = v2.sum_axis::<-1>();
    let v4 = Tensor::<f32, shape![1]>::from_vec(case.input(4)).unwrap();
    let v5 = v3.matmul(&v4);
    let copy6 = v5.to_tensor();
    let v6 = copy6.reshape::<shape![1, 1, 1]>();
    compare!(case, v6, Tensor<f32, shape![1, 1, 1]>);
}

fn case_15(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 2, 7]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 7, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = v2.narrow::<-1, dim!(0)>(0);
    compare!(case, v3, Tensor<f64, shape![3, 2, 0]>);
}

fn case_16(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2, 4]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = v2.greater(&v0);
    compare!(case, v3, Tensor<bool, shape![2, 4]>);
}

fn case_17(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![1, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.broadcast_to::<shape![3, 3]>();
    compare!(case, v3, Tensor<i32, shape![3, 3]>);
}

fn case_18(case: &Case) {
    let v0 = Tensor::<f32, shape![5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.var_axis::<-1>();
    let v2 = v1.insert_axis::<-2>();
    compare!(case, v2, Tensor<f32, shape![1, 1]>);
}

fn case_19(case: &Case) {
    let v0 = InlineTensor::<i32, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![4, 4]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = v2.argmin_axis::<-1>().map(|place| place as i32);
    compare!(case, v3, InlineTensor<i32, shape![1]>);
}

fn case_20(case: &Case) {
    let v0 = Tensor::<f32, shape![4, 1, 3, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.var_axis::<-4>();
    let v2 = v1.sum_axis::<-2>();
    let v3 = v2.broadcast_to::<shape![1, 1, 1, 1]>();
    compare!(case, v3, Tensor<f32, shape![1, 1, 1, 1]>);
}

fn case_21(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = v1.narrow::<-2, dim!(2)>(1);
    let v3 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<f64, shape![2, 2]>);
}

fn case_22(case: &Case) {
    let v0 = InlineTensor::<f64, shape![7]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.var_axis::<-1>();
    let v2 = InlineTensor::scalar(v1.mean());
    let v3 = v2.insert_axis::<-1>();
    compare!(case, v3, InlineTensor<f64, shape![1]>);
}

fn case_23(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2]>::from_slice(&case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 2, 1]>();
    let v2 = Tensor::<f32, shape![1, 2, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = InlineTensor::<f32, shape![3]>::from_slice(&case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = v4.minimum(&v2);
    compare!(case, v5, Tensor<f32, shape![1, 2, 3]>);
}

fn case_24(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 3]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![9]>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1, 3, 1, 3]>();
    let v3 = Tensor::<f64, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    compare!(case, v4, Tensor<f64, shape![1, 3, 1, 3]>);
}

fn case_25(case: &Case) {
    let v0 = Tensor::<f64, shape![7, 2, 2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = v2.equal(&v0);
    compare!(case, v3, Tensor<bool, shape![7, 2, 2, 3]>);
}

fn case_26(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-2, -1, -3]>();
    let v2 = InlineTensor::<f64, shape![4]>::from_slice(&case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    compare!(case, v3, Tensor<f64, shape![2, 2]>);
}

fn case_27(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 3, 4, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f32, shape![2, 1, 4]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 * &v3;
    let v5 = Tensor::<f32, shape![1, 4, 2]>::from_vec(case.input(5)).unwrap();
    let v6 = v4.matmul(&v5);
    compare!(case, v6, Tensor<f32, shape![2, 3, 2]>);
}

fn case_28(case: &Case) {
    let v0 = Tensor::<f64, shape![1, 2, 4, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 2, 4, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = v2.narrow::<-1, dim!(1)>(0);
    compare!(case, v3, Tensor<f64, shape![1, 2, 4, 1]>);
}

fn case_29(case: &Case) {
    let v0 = Tensor::<f64, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = v2.max_axis::<-1>();
    let v4 = &v3 * &v1;
    compare!(case, v4, Tensor<f64, shape![1]>);
}

fn case_30(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 7, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![2, 7, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.less_equal(&v0);
    let v3 = v2.transpose();
    compare!(case, v3, InlineTensor<bool, shape![2, 3, 7]>);
}

fn case_31(case: &Case) {
    let v0 = InlineTensor::<f64, shape![4, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v1.argmin_axis::<-3>().map(|place| place as i32);
    let v3 = InlineTensor::<i32, shape![1, 1, 2]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v3 * &v2;
    compare!(case, v4, InlineTensor<i32, shape![1, 3, 2]>);
}

fn case_32(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = &v0 - &v2;
    compare!(case, v3, Tensor<f64, shape![]>);
}

fn case_33(case: &Case) {
    let v0 = Tensor::<f32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v1.minimum(&v2);
    let v4 = &v3 + &v2;
    compare!(case, v4, Tensor<f32, shape![]>);
}

fn case_34(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -2, -3]>();
    let v2 = &v1 + &v0;
    let v3 = Tensor::<f64, shape![2, 1, 1, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.maximum(&v3);
    compare!(case, v4, Tensor<f64, shape![2, 2, 3, 2]>);
}

fn case_35(case: &Case) {
    let v0 = Tensor::<f32, shape![5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![5]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f32, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 - &v2;
    let v5 = Tensor::<f32, shape![1]>::from_vec(case.input(5)).unwrap();
    let v6 = &v5 * &v4;
    compare!(case, v6, Tensor<f32, shape![3]>);
}

fn case_36(case: &Case) {
    let v0 = Tensor::<bool, shape![7, 4, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f64, shape![7, 1, 3]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = &v2 * &v3;
    let v5 = v1.less(&v4);
    compare!(case, v5, Tensor<bool, shape![7, 4, 3]>);
}

fn case_37(case: &Case) {
    let v0 = Tensor::<f32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.greater_equal(&v0);
    let v3 = v2.select(&v0, &v0);
    compare!(case, v3, Tensor<f32, shape![1, 2]>);
}

fn case_38(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = Tensor::scalar(v2.argmax()).map(|place| place as i32);
    let v4 = Tensor::<i32, shape![]>::from_vec(case.input(4)).unwrap();
    let v5 = v3.maximum(&v4);
    let v6 = &v4 / &v5;
    compare!(case, v6, Tensor<i32, shape![]>);
}

fn case_39(case: &Case) {
    let v0 = Tensor::<i32, shape![7, 2, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-3, -3>();
    let v2 = Tensor::<i32, shape![7, 1, 5]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.minimum(&v2);
    compare!(case, v3, Tensor<i32, shape![7, 2, 5]>);
}

fn case_40(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.any_axis::<-2>();
    let v2 = v1.any_axis::<-2>();
    compare!(case, v2, Tensor<bool, shape![1, 2]>);
}

fn case_41(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 2, 2, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![2, 2, 1, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = &v1 - &v2;
    let v4 = Tensor::<i32, shape![2, 2, 2, 4]>::from_vec(case.input(4)).unwrap();
    let v5 = v3.not_equal(&v4);
    compare!(case, v5, Tensor<bool, shape![2, 2, 2, 4]>);
}

fn case_42(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2, 2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = v2.index_axis::<-3>(1);
    let v4 = Tensor::<i32, shape![2, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    compare!(case, v5, Tensor<i32, shape![2, 2]>);
}

fn case_43(case: &Case) {
    let v0 = Tensor::<f64, shape![1, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.less_equal(&v1);
    let v3 = v2.insert_axis::<-1>();
    compare!(case, v3, Tensor<bool, shape![1, 2, 1]>);
}

fn case_44(case: &Case) {
    let v0 = Tensor::<bool, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-1>();
    let v2 = v1.all_axis::<-1>();
    compare!(case, v2, Tensor<bool, shape![1]>);
}

fn case_45(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.remove_axis::<-1>();
    let v2 = v1.argmin_axis::<-1>().map(|place| place as i32);
    compare!(case, v2, InlineTensor<i32, shape![1]>);
}

fn case_46(case: &Case) {
    let v0 = Tensor::<bool, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(0)>(2);
    let v2 = v1.any_axis::<-1>();
    let v3 = v2.broadcast_to::<shape![2, 1]>();
    let v4 = v3.all_axis::<-1>();
    compare!(case, v4, Tensor<bool, shape![2, 1]>);
}

fn case_47(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = v2.equal(&v0);
    let v4 = v3.insert_axis::<-2>();
    let v5 = InlineTensor::<f32, shape![1, 1]>::from_slice(&case.input(5)).unwrap();
    let v6 = Tensor::<f32, shape![2]>::from_vec(case.input(6)).unwrap();
    let v7 = v4.select(&v5, &v6);
    compare!(case, v7, Tensor<f32, shape![1, 2]>);
}

fn case_48(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.mean_axis::<-1>();
    let v2 = Tensor::<f64, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.maximum(&v1);
    compare!(case, v3, Tensor<f64, shape![3, 1]>);
}

fn case_49(case: &Case) {
    let v0 = InlineTensor::<bool, shape![0, 4, 5]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = InlineTensor::<f32, shape![0, 5, 4]>::from_slice(&case.input(2)).unwrap();
    let v3 = InlineTensor::<f32, shape![0, 5, 4]>::from_slice(&case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = v4.transpose();
    compare!(case, v5, InlineTensor<f32, shape![0, 4, 5]>);
}

fn case_50(case: &Case) {
    let v0 = InlineTensor::<f32, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.less(&v0);
    let v3 = v2.any_axis::<-1>();
    let v4 = v3.narrow::<-1, dim!(0)>(1);
    let v5 = Tensor::<i32, shape![0]>::from_vec(case.input(5)).unwrap();
    let v6 = Tensor::<i32, shape![3, 0]>::from_vec(case.input(6)).unwrap();
    let v7 = v4.select(&v5, &v6);
    compare!(case, v7, Tensor<i32, shape![3, 0]>);
}

fn case_51(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 0]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = v2.broadcast_to::<shape![2, 0]>();
    let v4 = &v3 * &v1;
    let v5 = v4.sum_axis::<-1>();
    compare!(case, v5, Tensor<i32, shape![2, 1]>);
}

fn case_52(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 5, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![2, 5, 2]>();
    let v2 = InlineTensor::<i32, shape![1, 1, 5]>::from_slice(&case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    compare!(case, v3, InlineTensor<i32, shape![2, 1, 2]>);
}

fn case_53(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.mean_axis::<-1>();
    let v2 = &v1 - &v0;
    compare!(case, v2, InlineTensor<f64, shape![3, 3]>);
}

fn case_54(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(3)>(1);
    let v2 = v1.argmax_axis::<-2>().map(|place| place as i32);
    let v3 = Tensor::<i32, shape![1, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.maximum(&v2);
    compare!(case, v4, Tensor<i32, shape![1, 3]>);
}

fn case_55(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v0.greater(&v1);
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3, Tensor<bool, shape![]>);
}

fn case_56(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v0.not_equal(&v1);
    compare!(case, v2, InlineTensor<bool, shape![3, 3]>);
}

fn case_57(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.index_axis::<-2>(0);
    let v2 = Tensor::<f32, shape![4]>::from_vec(case.input(2)).unwrap();
    let v3 = InlineTensor::<f32, shape![4]>::from_slice(&case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<f32, shape![4]>);
}

fn case_58(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = v1.remove_axis::<-2>();
    let v3 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = &v3 + &v4;
    compare!(case, v5, InlineTensor<f64, shape![3]>);
}

fn case_59(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![1, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = v2.broadcast_to::<shape![3, 2]>();
    compare!(case, v3, Tensor<i32, shape![3, 2]>);
}

fn case_60(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![5]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(3)).unwrap();
    let v4 = v3.less(&v2);
    let v5 = v4.all_axis::<-1>();
    compare!(case, v5, Tensor<bool, shape![1]>);
}

fn case_61(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = InlineTensor::<f64, shape![1, 2, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = InlineTensor::<f64, shape![1, 2, 2]>::from_slice(&case.input(5)).unwrap();
    let v6 = v5.matmul(&v4);
    compare!(case, v6, Tensor<f64, shape![1, 2, 3]>);
}

fn case_62(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = Tensor::<f64, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 - &v2;
    let v4 = v3.remove_axis::<-1>();
    compare!(case, v4, Tensor<f64, shape![]>);
}

fn case_63(case: &Case) {
    let v0 = Tensor::<f64, shape![1, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-2, dim!(1)>(0);
    let v2 = v1.narrow::<-1, dim!(3)>(0);
    compare!(case, v2, Tensor<f64, shape![1, 3]>);
}

fn case_64(case: &Case) {
    let v0 = Tensor::<f32, shape![4, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![4, 2, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = Tensor::<f32, shape![2]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = InlineTensor::<f32, shape![4]>::from_slice(&case.input(5)).unwrap();
    let v6 = v5.matmul(&v4);
    compare!(case, v6, Tensor<f32, shape![2]>);
}

fn case_65(case: &Case) {
    let v0 = Tensor::<f64, shape![5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = v1.narrow::<-1, dim!(0)>(1);
    compare!(case, v2, Tensor<i32, shape![0]>);
}

fn case_66(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![6, 1]>();
    compare!(case, v3, Tensor<i32, shape![6, 1]>);
}

fn case_67(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.permute::<axes![-3, -1, -2]>();
    let v3 = Tensor::<f32, shape![2, 1, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 * &v3;
    compare!(case, v4, Tensor<f32, shape![2, 5, 1]>);
}

fn case_68(case: &Case) {
    let v0 = Tensor::<f32, shape![1, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.equal(&v0);
    let v3 = v2.any_axis::<-2>();
    compare!(case, v3, Tensor<bool, shape![1, 2]>);
}

fn case_69(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = v2.swap_axes::<-2, -3>();
    compare!(case, v3, Tensor<f64, shape![3, 2, 3]>);
}

fn case_70(case: &Case) {
    let v0 = Tensor::<f64, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(0);
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    compare!(case, v2, Tensor<f64, shape![1]>);
}

fn case_71(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 1, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 2, 2, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.greater(&v1);
    let v3 = v2.permute::<axes![-2, -3, -1]>();
    let v4 = v3.any_axis::<-2>();
    let v5 = v4.any_axis::<-4>();
    compare!(case, v5, Tensor<bool, shape![1, 2, 1, 2]>);
}

fn case_72(case: &Case) {
    let v0 = Tensor::<f64, shape![1, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![5]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f64, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    let v5 = InlineTensor::<f64, shape![1, 3]>::from_slice(&case.input(5)).unwrap();
    let v6 = v4.matmul(&v5);
    compare!(case, v6, Tensor<f64, shape![3]>);
}

fn case_73(case: &Case) {
    let v0 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.less_equal(&v0);
    let v3 = v2.narrow::<-1, dim!(1)>(0);
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![]>();
    compare!(case, v4, InlineTensor<bool, shape![]>);
}

fn case_74(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![2]>();
    let v2 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(2)).unwrap();
    let v3 = v1.greater_equal(&v2);
    let v4 = InlineTensor::<f32, shape![2]>::from_slice(&case.input(4)).unwrap();
    let v5 = Tensor::<f32, shape![3, 2]>::from_vec(case.input(5)).unwrap();
    let v6 = v3.select(&v4, &v5);
    compare!(case, v6, Tensor<f32, shape![3, 2]>);
}

fn case_75(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![2, 2]>();
    let v2 = Tensor::<f64, shape![3, 2, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 + &v2;
    compare!(case, v3, Tensor<f64, shape![3, 2, 2]>);
}

fn case_76(case: &Case) {
    let v0 = Tensor::<i32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.not_equal(&v0);
    let v3 = v2.select(&v0, &v0);
    let v4 = Tensor::<i32, shape![]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.minimum(&v3);
    compare!(case, v5, Tensor<i32, shape![]>);
}

fn case_77(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = v2.max_axis::<-1>();
    compare!(case, v3, Tensor<i32, shape![1]>);
}

fn case_78(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = v2.narrow::<-1, dim!(0)>(1);
    compare!(case, v3, Tensor<f64, shape![0]>);
}

fn case_79(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axes::<axes![-2, -1]>();
    let v2 = v1.var_axis::<-1>();
    let v3 = v2.transpose();
    compare!(case, v3, Tensor<f32, shape![1, 1]>);
}

fn case_80(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = InlineTensor::<i32, shape![2, 2]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.sum_axis::<-1>();
    compare!(case, v4, InlineTensor<i32, shape![2, 1]>);
}

fn case_81(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f64, shape![1]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = &v1 * &v3;
    let v5 = v1.maximum(&v4);
    let v6 = Tensor::<f64, shape![3]>::from_vec(case.input(6)).unwrap();
    let v7 = &v6 - &v5;
    compare!(case, v7, Tensor<f64, shape![3]>);
}

fn case_82(case: &Case) {
    let v0 = Tensor::<f32, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(3)>(0);
    let v2 = v1.max_axis::<-1>();
    compare!(case, v2, Tensor<f32, shape![1]>);
}

fn case_83(case: &Case) {
    let v0 = Tensor::<bool, shape![5, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![5, 2]>();
    let v2 = v1.transpose();
    let v3 = Tensor::<f64, shape![2, 5]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f64, shape![2, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<f64, shape![2, 5]>);
}

fn case_84(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2, 0]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3, 2, 0, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = v2.transpose();
    let v4 = v3.argmax_axis::<-2>().map(|place| place as i32);
    compare!(case, v4, Tensor<i32, shape![3, 2, 1, 2]>);
}

fn case_85(case: &Case) {
    let v0 = Tensor::<bool, shape![5, 3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.index_axis::<-3>(0);
    let v2 = Tensor::<f64, shape![3, 1, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f64, shape![1, 3, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<f64, shape![3, 3, 2]>);
}

fn case_86(case: &Case) {
    let v0 = InlineTensor::<i32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = &v2 + &v1;
    let v4 = Tensor::<i32, shape![]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 + &v3;
    compare!(case, v5, Tensor<i32, shape![]>);
}

fn case_87(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 5, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 1, 5]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = v2.swap_axes::<-3, -2>();
    compare!(case, v3, Tensor<f64, shape![5, 3, 5]>);
}

fn case_88(case: &Case) {
    let v0 = Tensor::<bool, shape![7, 4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![4, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<f32, shape![7, 1, 2]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.swap_axes::<-2, -2>();
    compare!(case, v4, Tensor<f32, shape![7, 4, 2]>);
}

fn case_89(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -2>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![2, 3]>();
    compare!(case, v2, Tensor<f64, shape![2, 3]>);
}

fn case_90(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.min_axes::<axes![-2, -1]>();
    let v2 = Tensor::<f64, shape![1]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    let v4 = v3.insert_axis::<-1>();
    compare!(case, v4, Tensor<f64, shape![1, 1]>);
}

fn case_91(case: &Case) {
    let v0 = Tensor::<bool, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.all());
    let v2 = Tensor::<i32, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<i32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<i32, shape![]>);
}

fn case_92(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 0]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.any_axis::<-1>();
    let v2 = v1.all_axis::<-1>();
    let v3 = v2.index_axis::<-1>(0);
    compare!(case, v3, Tensor<bool, shape![2]>);
}

fn case_93(case: &Case) {
    let v0 = Tensor::<f64, shape![1, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.index_axis::<-2>(0);
    let v2 = v1.mean_axis::<-1>();
    let v3 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v3 + &v2;
    compare!(case, v4, Tensor<f64, shape![1]>);
}

fn case_94(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = &v2 + &v3;
    let v5 = Tensor::<f64, shape![3, 3]>::from_vec(case.input(5)).unwrap();
    let v6 = v5.minimum(&v4);
    compare!(case, v6, Tensor<f64, shape![3, 3]>);
}

fn case_95(case: &Case) {
    let v0 = InlineTensor::<bool, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = InlineTensor::<f32, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = InlineTensor::<f32, shape![]>::from_slice(&case.input(4)).unwrap();
    let v5 = v4.minimum(&v3);
    let v6 = InlineTensor::scalar(v5.sum());
    compare!(case, v6, InlineTensor<f32, shape![]>);
}

fn case_96(case: &Case) {
    let v0 = Tensor::<i32, shape![1, 2, 1, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1, 2, 1, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = v2.minimum(&v0);
    let v4 = v3.narrow::<-1, dim!(1)>(0);
    let v5 = Tensor::<i32, shape![1, 1, 3, 2]>::from_vec(case.input(5)).unwrap();
    let v6 = v5.minimum(&v4);
    compare!(case, v6, Tensor<i32, shape![1, 2, 3, 2]>);
}

fn case_97(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v2.broadcast_to::<shape![2, 2]>();
    let v4 = Tensor::<f32, shape![2, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = &v3 - &v4;
    let v6 = v5.transpose();
    compare!(case, v6, Tensor<f32, shape![2, 2]>);
}

fn case_98(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2, 3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.index_axis::<-2>(1);
    let v2 = InlineTensor::<i32, shape![2, 1, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = Tensor::<i32, shape![2, 1, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = &v4 * &v2;
    compare!(case, v5, Tensor<i32, shape![2, 2, 3]>);
}

fn case_99(case: &Case) {
    let v0 = Tensor::<bool, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.all());
    let v2 = InlineTensor::<i32, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = InlineTensor::<i32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = &v3 + &v4;
    compare!(case, v5, Tensor<i32, shape![]>);
}

fn case_100(case: &Case) {
    let v0 = Tensor::<i32, shape![5, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = Tensor::<i32, shape![1, 5]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 / &v2;
    let v4 = v3.narrow::<-2, dim!(1)>(0);
    compare!(case, v4, Tensor<i32, shape![1, 5]>);
}

fn case_101(case: &Case) {
    let v0 = InlineTensor::<f32, shape![4, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![1, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v2.insert_axis::<-1>();
    let v4 = InlineTensor::<f32, shape![1]>::from_slice(&case.input(4)).unwrap();
    let v5 = &v4 * &v3;
    let v6 = InlineTensor::<f32, shape![1, 1, 0]>::from_slice(&case.input(6)).unwrap();
    let v7 = v5.matmul(&v6);
    compare!(case, v7, InlineTensor<f32, shape![4, 2, 0]>);
}

fn case_102(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![5, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = v2.broadcast_to::<shape![5, 2]>();
    compare!(case, v3, Tensor<f64, shape![5, 2]>);
}

fn case_103(case: &Case) {
    let v0 = InlineTensor::<f64, shape![7]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![7]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.less_equal(&v0);
    let v3 = v2.insert_axis::<-2>();
    let v4 = v3.broadcast_to::<shape![1, 7]>();
    compare!(case, v4, InlineTensor<bool, shape![1, 7]>);
}

fn case_104(case: &Case) {
    let v0 = Tensor::<i32, shape![4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![2, 4, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = Tensor::<i32, shape![2, 1, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 * &v3;
    compare!(case, v4, Tensor<i32, shape![2, 4, 2]>);
}

fn case_105(case: &Case) {
    let v0 = Tensor::<f64, shape![1, 3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.less_equal(&v1);
    let v3 = v2.all_axis::<-1>();
    let v4 = InlineTensor::<f32, shape![1, 3, 2]>::from_slice(&case.input(4)).unwrap();
    let v5 = Tensor::<f32, shape![2, 3, 3, 1]>::from_vec(case.input(5)).unwrap();
    let v6 = v3.select(&v4, &v5);
    compare!(case, v6, Tensor<f32, shape![2, 3, 3, 2]>);
}

fn case_106(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 4, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-2, dim!(1)>(2);
    let v2 = Tensor::<f32, shape![5, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    let v4 = v3.transpose();
    compare!(case, v4, Tensor<f32, shape![2, 2, 1]>);
}

fn case_107(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.maximum(&v2);
    compare!(case, v4, Tensor<f64, shape![]>);
}

fn case_108(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 2, 5]>::from_slice(&case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![5, 6]>();
    let v2 = v1.narrow::<-1, dim!(3)>(1);
    let v3 = v2.any_axis::<-1>();
    compare!(case, v3, InlineTensor<bool, shape![5, 1]>);
}

fn case_109(case: &Case) {
    let v0 = Tensor::<i32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = Tensor::<i32, shape![2, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.minimum(&v2);
    let v4 = v3.sum_axis::<-2>();
    compare!(case, v4, Tensor<i32, shape![1, 1]>);
}

fn case_110(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![2, 3]>();
    let v2 = v1.argmax_axis::<-2>().map(|place| place as i32);
    let v3 = Tensor::<i32, shape![1, 5, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    compare!(case, v4, Tensor<i32, shape![1, 5, 3]>);
}

fn case_111(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![4, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v2 - &v3;
    let v5 = v4.min_axis::<-2>();
    compare!(case, v5, Tensor<f64, shape![1, 4]>);
}

fn case_112(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 1, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-3>().map(|place| place as i32);
    let v2 = InlineTensor::<i32, shape![4, 2, 3]>::from_slice(&case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    compare!(case, v3, Tensor<i32, shape![4, 1, 3]>);
}

fn case_113(case: &Case) {
    let v0 = InlineTensor::<bool, shape![1, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = v3.matmul(&v4);
    let v6 = InlineTensor::<i32, shape![1]>::from_slice(&case.input(6)).unwrap();
    let v7 = v6.matmul(&v5);
    compare!(case, v7, Tensor<i32, shape![1]>);
}

fn case_114(case: &Case) {
    let v0 = InlineTensor::<i32, shape![4, 1, 7]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-2, -1>();
    let v2 = InlineTensor::scalar(v1.sum());
    let v3 = InlineTensor::scalar(v2.sum());
    compare!(case, v3, InlineTensor<i32, shape![]>);
}

fn case_115(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = Tensor::scalar(v2.sum());
    let v4 = v1.equal(&v3);
    let v5 = v4.broadcast_to::<shape![2, 3]>();
    compare!(case, v5, Tensor<bool, shape![2, 3]>);
}

fn case_116(case: &Case) {
    let v0 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = Tensor::<f64, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    compare!(case, v4, Tensor<f64, shape![]>);
}

fn case_117(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1, 1]>();
    compare!(case, v2, InlineTensor<f64, shape![1, 1]>);
}

fn case_118(case: &Case) {
    let v0 = InlineTensor::<f32, shape![3, 3, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-2, -1, -3]>();
    let v2 = InlineTensor::<f32, shape![3, 1, 3]>::from_slice(&case.input(2)).unwrap();
    let v3 = v2.less(&v1);
    compare!(case, v3, InlineTensor<bool, shape![3, 1, 3]>);
}

fn case_119(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 - &v2;
    let v4 = Tensor::<f64, shape![2, 2, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 / &v3;
    let v6 = v5.permute::<axes![-2, -3, -1]>();
    compare!(case, v6, Tensor<f64, shape![2, 2, 2]>);
}

fn case_120(case: &Case) {
    let v0 = Tensor::<i32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v3 + &v2;
    let v5 = v4.broadcast_to::<shape![2]>();
    let v6 = Tensor::scalar(v5.max());
    compare!(case, v6, Tensor<i32, shape![]>);
}

fn case_121(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.less(&v1);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![]>();
    let v4 = InlineTensor::<f64, shape![]>::from_slice(&case.input(4)).unwrap();
    let v5 = v3.select(&v4, &v0);
    let v6 = v5.insert_axis::<-1>();
    compare!(case, v6, Tensor<f64, shape![1]>);
}

fn case_122(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.remove_axis::<-1>();
    let v2 = Tensor::<f32, shape![2]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.greater_equal(&v1);
    let v4 = v3.broadcast_to::<shape![2]>();
    let v5 = v4.insert_axis::<-1>();
    compare!(case, v5, Tensor<bool, shape![2, 1]>);
}

fn case_123(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 4, 0]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![5, 4, 0]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = Tensor::<f64, shape![2, 5, 4, 0]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 * &v3;
    let v5 = &v4 + &v2;
    compare!(case, v5, Tensor<f64, shape![2, 5, 4, 0]>);
}

fn case_124(case: &Case) {
    let v0 = Tensor::<bool, shape![4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![4, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![4, 4]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.broadcast_to::<shape![4, 4]>();
    compare!(case, v4, Tensor<i32, shape![4, 4]>);
}

fn case_125(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 1, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = &v0 / &v2;
    compare!(case, v3, Tensor<f64, shape![2, 2, 4]>);
}

fn case_126(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-2>();
    let v2 = Tensor::<f64, shape![2, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    compare!(case, v3, Tensor<f64, shape![2, 7]>);
}

fn case_127(case: &Case) {
    let v0 = Tensor::<bool, shape![7]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 7]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = InlineTensor::<f32, shape![]>::from_slice(&case.input(4)).unwrap();
    let v5 = &v4 - &v3;
    compare!(case, v5, Tensor<f32, shape![2, 7]>);
}

fn case_128(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = Tensor::<f64, shape![3, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 / &v2;
    let v5 = &v4 / &v2;
    compare!(case, v5, Tensor<f64, shape![3, 2]>);
}

fn case_129(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![]>();
    compare!(case, v3, Tensor<f64, shape![]>);
}

fn case_130(case: &Case) {
    let v0 = Tensor::<f64, shape![1, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = Tensor::<f64, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    let v5 = Tensor::<f64, shape![3]>::from_vec(case.input(5)).unwrap();
    let v6 = &v5 + &v4;
    compare!(case, v6, Tensor<f64, shape![3]>);
}

fn case_131(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = v2.min_axis::<-1>();
    let v4 = v3.transpose();
    compare!(case, v4, Tensor<f64, shape![1, 3]>);
}

fn case_132(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(2)>(2);
    let v2 = InlineTensor::<f64, shape![2, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v1 * &v2;
    let v4 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 + &v3;
    let v6 = v5.narrow::<-2, dim!(0)>(1);
    compare!(case, v6, Tensor<f64, shape![0, 2]>);
}

fn case_133(case: &Case) {
    let v0 = InlineTensor::<f32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v1.narrow::<-1, dim!(0)>(0);
    compare!(case, v2, InlineTensor<f32, shape![0]>);
}

fn case_134(case: &Case) {
    let v0 = InlineTensor::<f64, shape![5, 3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![15, 3, 1]>();
    compare!(case, v3, Tensor<f64, shape![15, 3, 1]>);
}

fn case_135(case: &Case) {
    let v0 = Tensor::<f64, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axis::<-1>();
    let v2 = InlineTensor::<f64, shape![3, 3]>::from_slice(&case.input(2)).unwrap();
    let v3 = v2.greater_equal(&v1);
    let v4 = v3.transpose();
    compare!(case, v4, Tensor<bool, shape![3, 3]>);
}

fn case_136(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.sum_axes::<axes![-2, -1]>();
    let v2 = v1.broadcast_to::<shape![1, 3]>();
    let v3 = &v2 + &v0;
    let v4 = v3.minimum(&v0);
    compare!(case, v4, InlineTensor<f32, shape![2, 3]>);
}

fn case_137(case: &Case) {
    let v0 = InlineTensor::<bool, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = Tensor::<f64, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = InlineTensor::<f64, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = v4.broadcast_to::<shape![]>();
    let v6 = &v5 * &v4;
    compare!(case, v6, Tensor<f64, shape![]>);
}

fn case_138(case: &Case) {
    let v0 = Tensor::<bool, shape![7]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.any_axis::<-1>();
    let v2 = v1.remove_axis::<-1>();
    compare!(case, v2, Tensor<bool, shape![]>);
}

fn case_139(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 7, 1, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.any_axis::<-1>();
    let v2 = v1.any_axis::<-4>();
    let v3 = v2.index_axis::<-3>(4);
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![1, 1, 1]>();
    compare!(case, v4, Tensor<bool, shape![1, 1, 1]>);
}

fn case_140(case: &Case) {
    let v0 = InlineTensor::<f32, shape![5, 0, 4, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 0, 4, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = &v2 + &v1;
    let v4 = v3.narrow::<-4, dim!(2)>(2);
    let v5 = &v4 * &v1;
    compare!(case, v5, Tensor<f32, shape![2, 0, 4, 2]>);
}

fn case_141(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 3, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = &v2 / &v1;
    let v4 = v3.permute::<axes![-3, -1, -2]>();
    compare!(case, v4, InlineTensor<f64, shape![2, 4, 3]>);
}

fn case_142(case: &Case) {
    let v0 = Tensor::<f64, shape![0, 3, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![0, 1, 1, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = v2.var_axis::<-1>();
    let v4 = &v3 / &v2;
    let v5 = Tensor::<f64, shape![3]>::from_vec(case.input(5)).unwrap();
    let v6 = v4.matmul(&v5);
    compare!(case, v6, Tensor<f64, shape![0, 3, 3]>);
}

fn case_143(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v1.insert_axis::<-1>();
    let v3 = v2.remove_axis::<-2>();
    compare!(case, v3, InlineTensor<f64, shape![1]>);
}

fn case_144(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-3>();
    let v2 = InlineTensor::<f64, shape![1, 4]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v1 - &v2;
    compare!(case, v3, Tensor<f64, shape![1, 5, 4]>);
}

fn case_145(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = v1.narrow::<-3, dim!(1)>(1);
    let v3 = Tensor::<f64, shape![2, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f64, shape![1, 2, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let copy6 = v5.to_tensor();
    let v6 = copy6.reshape::<shape![4]>();
    compare!(case, v6, Tensor<f64, shape![4]>);
}

fn case_146(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v1.var_axis::<-1>();
    let v3 = v2.min_axis::<-1>();
    compare!(case, v3, Tensor<f64, shape![1]>);
}

fn case_147(case: &Case) {
    let v0 = Tensor::<i32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = Tensor::<i32, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.maximum(&v2);
    let v5 = &v0 / &v4;
    compare!(case, v5, Tensor<i32, shape![3]>);
}

fn case_148(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = &v2 / &v1;
    let v4 = Tensor::<f64, shape![]>::from_vec(case.input(4)).unwrap();
    let v5 = &v3 + &v4;
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn case_149(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.sum());
    let v2 = v1.insert_axis::<-1>();
    let v3 = v2.broadcast_to::<shape![1]>();
    compare!(case, v3, Tensor<f64, shape![1]>);
}

fn case_150(case: &Case) {
    let v0 = InlineTensor::<f32, shape![1, 2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![2, 2, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.less_equal(&v1);
    let v3 = Tensor::<f64, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f64, shape![2, 2, 3]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<f64, shape![2, 2, 3]>);
}

fn case_151(case: &Case) {
    let v0 = Tensor::<i32, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = InlineTensor::<i32, shape![1]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v3 * &v2;
    let v5 = &v4 - &v3;
    let v6 = v5.less(&v1);
    compare!(case, v6, Tensor<bool, shape![1]>);
}

fn case_152(case: &Case) {
    let v0 = Tensor::<bool, shape![5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-1>();
    let v2 = Tensor::<f32, shape![7]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = v4.argmin_axis::<-1>().map(|place| place as i32);
    compare!(case, v5, Tensor<i32, shape![1]>);
}

fn case_153(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = InlineTensor::<f64, shape![1, 1, 1]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.less(&v3);
    compare!(case, v4, Tensor<bool, shape![2, 2, 2]>);
}

fn case_154(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 1, 2]>();
    let v2 = v1.min_axes::<axes![-3, -2]>();
    compare!(case, v2, InlineTensor<f32, shape![1, 1, 2]>);
}

fn case_155(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 5, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = Tensor::<f64, shape![4]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = &v1 / &v4;
    compare!(case, v5, Tensor<f64, shape![2, 5]>);
}

fn case_156(case: &Case) {
    let v0 = InlineTensor::<bool, shape![1, 7, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 7, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f64, shape![1, 7, 4]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.narrow::<-3, dim!(1)>(0);
    compare!(case, v4, Tensor<f64, shape![1, 7, 4]>);
}

fn case_157(case: &Case) {
    let v0 = Tensor::<bool, shape![4, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 5]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<f32, shape![5]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<f32, shape![4, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 - &v3;
    compare!(case, v5, Tensor<f32, shape![4, 5]>);
}

fn case_158(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 5, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 5, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = v2.sum_axes::<axes![-2, -1]>();
    compare!(case, v3, Tensor<f64, shape![3, 1, 1]>);
}

fn case_159(case: &Case) {
    let v0 = Tensor::<f64, shape![1, 3, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.mean_axes::<axes![-3, -1]>();
    let v2 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    let v4 = &v3 - &v2;
    compare!(case, v4, Tensor<f64, shape![1, 3]>);
}

fn case_160(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.min());
    let v2 = v1.broadcast_to::<shape![]>();
    let v3 = &v2 * &v1;
    compare!(case, v3, Tensor<i32, shape![]>);
}

fn case_161(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3, 5]>::from_slice(&case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = &v2 / &v3;
    let v5 = v4.insert_axis::<-1>();
    compare!(case, v5, Tensor<i32, shape![3, 5, 1]>);
}

fn case_162(case: &Case) {
    let v0 = Tensor::<f32, shape![1, 4, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![1, 4, 3]>();
    let v2 = Tensor::<f32, shape![1, 4, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.minimum(&v1);
    compare!(case, v3, Tensor<f32, shape![1, 4, 3]>);
}

fn case_163(case: &Case) {
    let v0 = Tensor::<i32, shape![1, 4, 3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3, 1, 1, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.less_equal(&v1);
    let v3 = v2.any_axes::<axes![-2, -1]>();
    let v4 = v3.all_axes::<axes![-2, -1]>();
    compare!(case, v4, Tensor<bool, shape![3, 4, 1, 1]>);
}

fn case_164(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = InlineTensor::<f64, shape![0, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = v2.maximum(&v1);
    let v4 = v3.var_axis::<-2>();
    compare!(case, v4, InlineTensor<f64, shape![1, 1]>);
}

fn case_165(case: &Case) {
    let v0 = InlineTensor::<f64, shape![5]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![5]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = &v2 / &v0;
    let v4 = &v0 - &v3;
    compare!(case, v4, Tensor<f64, shape![5]>);
}

fn case_166(case: &Case) {
    let v0 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = InlineTensor::<i32, shape![1]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = v4.insert_axis::<-1>();
    compare!(case, v5, Tensor<i32, shape![1]>);
}

fn case_167(case: &Case) {
    let v0 = Tensor::<i32, shape![5, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-2, -2>();
    let v2 = InlineTensor::<i32, shape![3, 4]>::from_slice(&case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    compare!(case, v3, Tensor<i32, shape![5, 4]>);
}

fn case_168(case: &Case) {
    let v0 = InlineTensor::<f64, shape![5, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = v1.remove_axis::<-1>();
    let v3 = Tensor::<f64, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 - &v2;
    compare!(case, v4, Tensor<f64, shape![5]>);
}

fn case_169(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 2]>();
    let v4 = InlineTensor::<i32, shape![2, 1]>::from_slice(&case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    let v6 = v5.broadcast_to::<shape![2, 2]>();
    compare!(case, v6, Tensor<i32, shape![2, 2]>);
}

fn case_170(case: &Case) {
    let v0 = Tensor::<i32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = Tensor::<i32, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    compare!(case, v4, Tensor<i32, shape![]>);
}

fn case_171(case: &Case) {
    let v0 = Tensor::<f64, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(3)>(1);
    let v2 = v1.narrow::<-1, dim!(2)>(0);
    let v3 = v2.narrow::<-1, dim!(0)>(1);
    compare!(case, v3, Tensor<f64, shape![0]>);
}

fn case_172(case: &Case) {
    let v0 = Tensor::<f32, shape![3, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.index_axis::<-2>(1);
    let v2 = v1.narrow::<-1, dim!(1)>(1);
    compare!(case, v2, Tensor<f32, shape![3, 1]>);
}

fn case_173(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(0)>(2);
    let v2 = Tensor::<f64, shape![2, 0]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 - &v2;
    let v4 = InlineTensor::<f64, shape![1, 0]>::from_slice(&case.input(4)).unwrap();
    let v5 = v3.minimum(&v4);
    compare!(case, v5, Tensor<f64, shape![2, 0]>);
}

fn case_174(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 3, 1, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = Tensor::<i32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 + &v3;
    compare!(case, v4, Tensor<i32, shape![2, 3, 3]>);
}

fn case_175(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3, 2, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3, 2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.equal(&v1);
    let v3 = InlineTensor::<f64, shape![1, 1, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = Tensor::<f64, shape![3, 1, 3]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<f64, shape![3, 2, 3]>);
}

fn case_176(case: &Case) {
    let v0 = Tensor::<bool, shape![5, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = Tensor::<i32, shape![1]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<i32, shape![5, 1, 5]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = &v4 - &v2;
    compare!(case, v5, Tensor<i32, shape![5, 3, 5]>);
}

fn case_177(case: &Case) {
    let v0 = Tensor::<f64, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![4, 7]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = v2.index_axis::<-1>(3);
    let v4 = v3.insert_axis::<-1>();
    let v5 = Tensor::scalar(v4.var());
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn case_178(case: &Case) {
    let v0 = InlineTensor::<f32, shape![5, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![5, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.less_equal(&v1);
    let v3 = InlineTensor::<i32, shape![5, 1]>::from_slice(&case.input(3)).unwrap();
    let v4 = InlineTensor::<i32, shape![1, 4]>::from_slice(&case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = v5.sum_axis::<-2>();
    compare!(case, v6, Tensor<i32, shape![1, 4]>);
}

fn case_179(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = &v2 / &v0;
    compare!(case, v3, Tensor<f64, shape![]>);
}

fn case_180(case: &Case) {
    let v0 = Tensor::<bool, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<f64, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.insert_axis::<-1>();
    let v5 = &v4 + &v2;
    compare!(case, v5, Tensor<f64, shape![1]>);
}

fn case_181(case: &Case) {
    let v0 = InlineTensor::<f64, shape![1, 3, 3, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.remove_axis::<-4>();
    let v2 = Tensor::<f64, shape![3, 3, 5]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.less_equal(&v1);
    let v4 = Tensor::<i32, shape![1, 3, 5]>::from_vec(case.input(4)).unwrap();
    let v5 = InlineTensor::<i32, shape![3, 1, 5]>::from_slice(&case.input(5)).unwrap();
    let v6 = v3.select(&v4, &v5);
    let v7 = &v5 / &v6;
    compare!(case, v7, Tensor<i32, shape![3, 3, 5]>);
}

fn case_182(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 2, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![2, 2, 3, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v2.max_axis::<-1>();
    compare!(case, v3, Tensor<f32, shape![2, 2, 3, 1]>);
}

fn case_183(case: &Case) {
    let v0 = Tensor::<i32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = Tensor::<i32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 + &v3;
    compare!(case, v4, Tensor<i32, shape![]>);
}

fn case_184(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = Tensor::<f32, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 - &v3;
    compare!(case, v4, Tensor<f32, shape![2, 3]>);
}

fn case_185(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![]>();
    let v2 = Tensor::scalar(v1.sum());
    compare!(case, v2, Tensor<f64, shape![]>);
}

fn case_186(case: &Case) {
    let v0 = Tensor::<f32, shape![3, 1, 4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = v2.var_axis::<-2>();
    compare!(case, v3, Tensor<f32, shape![3, 1, 1, 1]>);
}

fn case_187(case: &Case) {
    let v0 = Tensor::<i32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 1, 1]>();
    let v4 = v0.maximum(&v3);
    compare!(case, v4, Tensor<i32, shape![1, 1, 3]>);
}

fn case_188(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.not_equal(&v0);
    let v3 = v2.any_axes::<axes![-2, -1]>();
    compare!(case, v3, Tensor<bool, shape![1, 1]>);
}

fn case_189(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 2, 1, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = v2.max_axis::<-1>();
    let v4 = v3.maximum(&v1);
    compare!(case, v4, Tensor<f64, shape![3, 2, 3]>);
}

fn case_190(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.narrow::<-2, dim!(0)>(1);
    let v2 = Tensor::<i32, shape![4]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 + &v2;
    let v4 = v3.narrow::<-2, dim!(0)>(0);
    let v5 = v4.transpose();
    compare!(case, v5, Tensor<i32, shape![4, 0]>);
}

fn case_191(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3, 2, 4]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![3, 1, 2, 4]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = &v1 / &v3;
    compare!(case, v4, Tensor<f32, shape![3, 3, 2, 4]>);
}

fn case_192(case: &Case) {
    let v0 = Tensor::<f64, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = Tensor::<f64, shape![1]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 / &v2;
    let v4 = v3.min_axis::<-1>();
    compare!(case, v4, Tensor<f64, shape![1]>);
}

fn case_193(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = InlineTensor::<i32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = v3.greater_equal(&v2);
    let v5 = v4.any_axis::<-1>();
    compare!(case, v5, Tensor<bool, shape![1]>);
}

fn case_194(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.not_equal(&v0);
    let v3 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(3)).unwrap();
    let v4 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = v5.argmax_axis::<-1>().map(|place| place as i32);
    compare!(case, v6, Tensor<i32, shape![1]>);
}

fn case_195(case: &Case) {
    let v0 = Tensor::<f64, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.sum());
    let v2 = Tensor::<f64, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.minimum(&v1);
    let v4 = v3.broadcast_to::<shape![]>();
    let v5 = &v1 / &v4;
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn case_196(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.greater(&v3);
    compare!(case, v4, Tensor<bool, shape![3]>);
}

fn case_197(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![3]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.greater_equal(&v2);
    let v5 = v4.select(&v2, &v3);
    compare!(case, v5, Tensor<f32, shape![2]>);
}

fn case_198(case: &Case) {
    let v0 = Tensor::<bool, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = InlineTensor::<f32, shape![]>::from_slice(&case.input(4)).unwrap();
    let v5 = v3.less_equal(&v4);
    compare!(case, v5, Tensor<bool, shape![]>);
}

fn case_199(case: &Case) {
    let v0 = Tensor::<f32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = v1.remove_axis::<-1>();
    let v3 = &v2 + &v0;
    compare!(case, v3, Tensor<f32, shape![3]>);
}

fn case_200(case: &Case) {
    let v0 = Tensor::<f64, shape![1, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.sum_axis::<-1>();
    let v4 = v1.minimum(&v3);
    compare!(case, v4, Tensor<f64, shape![3, 3]>);
}

fn case_201(case: &Case) {
    let v0 = Tensor::<f64, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 1]>();
    compare!(case, v3, Tensor<f64, shape![1, 1]>);
}

fn case_202(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-3>();
    let v2 = Tensor::<f64, shape![3]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.not_equal(&v2);
    let v4 = v3.any_axis::<-3>();
    compare!(case, v4, Tensor<bool, shape![3, 1, 2, 3]>);
}

fn case_203(case: &Case) {
    let v0 = Tensor::<f32, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.greater(&v0);
    let v3 = v2.all_axis::<-1>();
    compare!(case, v3, Tensor<bool, shape![3, 1]>);
}

fn case_204(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-2>();
    let v2 = Tensor::<i32, shape![1, 3]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<i32, shape![2, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<i32, shape![2, 3]>);
}

fn case_205(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.sum_axis::<-2>();
    let v3 = v2.greater(&v1);
    let v4 = v3.remove_axis::<-2>();
    compare!(case, v4, Tensor<bool, shape![2]>);
}

fn case_206(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = v1.mean_axis::<-1>();
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 2]>();
    let v4 = Tensor::<f32, shape![2, 1, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = &v3 - &v4;
    compare!(case, v5, Tensor<f32, shape![2, 1, 2]>);
}

fn case_207(case: &Case) {
    let v0 = Tensor::<f32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![3, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = InlineTensor::<f32, shape![3, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = v3.minimum(&v2);
    let v5 = Tensor::<f32, shape![3]>::from_vec(case.input(5)).unwrap();
    let v6 = v5.matmul(&v4);
    let v7 = Tensor::<f32, shape![3, 1]>::from_vec(case.input(7)).unwrap();
    let v8 = v6.matmul(&v7);
    compare!(case, v8, Tensor<f32, shape![1]>);
}

fn case_208(case: &Case) {
    let v0 = Tensor::<f32, shape![3, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 2, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = v2.broadcast_to::<shape![3, 2, 2]>();
    let v4 = v3.var_axis::<-3>();
    let v5 = v4.transpose();
    compare!(case, v5, Tensor<f32, shape![1, 2, 2]>);
}

fn case_209(case: &Case) {
    let v0 = InlineTensor::<f64, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = v1.narrow::<-1, dim!(0)>(1);
    let v3 = v2.narrow::<-1, dim!(0)>(0);
    compare!(case, v3, InlineTensor<f64, shape![0]>);
}

fn case_210(case: &Case) {
    let v0 = Tensor::<i32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = Tensor::<i32, shape![1, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.less_equal(&v2);
    let v5 = v4.any_axis::<-1>();
    compare!(case, v5, Tensor<bool, shape![2, 1]>);
}

fn case_211(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3, 2, 5, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.argmax_axis::<-2>().map(|place| place as i32);
    let v2 = v0.minimum(&v1);
    let v3 = v2.minimum(&v0);
    compare!(case, v3, InlineTensor<i32, shape![3, 2, 5, 1]>);
}

fn case_212(case: &Case) {
    let v0 = InlineTensor::<f64, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1, 1]>();
    compare!(case, v2, InlineTensor<i32, shape![1, 1]>);
}

fn case_213(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![]>();
    let v4 = v0.maximum(&v3);
    compare!(case, v4, Tensor<f64, shape![]>);
}

fn case_214(case: &Case) {
    let v0 = Tensor::<f64, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(0);
    let v2 = v1.narrow::<-1, dim!(1)>(0);
    let v3 = Tensor::<f64, shape![4]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.not_equal(&v2);
    let v5 = v4.narrow::<-1, dim!(1)>(1);
    compare!(case, v5, Tensor<bool, shape![1]>);
}

fn case_215(case: &Case) {
    let v0 = Tensor::<f32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = InlineTensor::<f32, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v1 - &v2;
    compare!(case, v3, Tensor<f32, shape![]>);
}

fn case_216(case: &Case) {
    let v0 = InlineTensor::<f64, shape![4, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = &v0 - &v1;
    compare!(case, v2, InlineTensor<f64, shape![4, 4]>);
}

fn case_217(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![4, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 + &v3;
    compare!(case, v4, Tensor<f64, shape![4, 4]>);
}

fn case_218(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 3, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.permute::<axes![-2, -3, -1]>();
    let v3 = v2.sum_axis::<-1>();
    compare!(case, v3, Tensor<f32, shape![2, 1, 3, 1]>);
}

fn case_219(case: &Case) {
    let v0 = InlineTensor::<i32, shape![5]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![5]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = &v2 / &v1;
    let v4 = &v0 + &v3;
    let v5 = &v4 + &v1;
    compare!(case, v5, Tensor<i32, shape![5]>);
}

fn case_220(case: &Case) {
    let v0 = Tensor::<i32, shape![1, 0]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = v2.insert_axis::<-2>();
    let v4 = v3.greater(&v0);
    let v5 = v4.select(&v0, &v1);
    compare!(case, v5, Tensor<i32, shape![3, 3, 0]>);
}

fn case_221(case: &Case) {
    let v0 = Tensor::<f32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![2]>();
    let v2 = Tensor::<f32, shape![2]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 - &v2;
    let v4 = v3.index_axis::<-1>(0);
    compare!(case, v4, Tensor<f32, shape![]>);
}

fn case_222(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.any_axis::<-2>();
    let v2 = v1.narrow::<-2, dim!(1)>(0);
    let v3 = v2.remove_axis::<-2>();
    let v4 = Tensor::<i32, shape![]>::from_vec(case.input(4)).unwrap();
    let v5 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(5)).unwrap();
    let v6 = v3.select(&v4, &v5);
    compare!(case, v6, Tensor<i32, shape![3]>);
}

fn case_223(case: &Case) {
    let v0 = Tensor::<i32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v2.narrow::<-1, dim!(0)>(2);
    compare!(case, v3, Tensor<i32, shape![0]>);
}

fn case_224(case: &Case) {
    let v0 = InlineTensor::<f64, shape![7, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-2, -2>();
    let v2 = InlineTensor::<f64, shape![1, 7, 2]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v2 - &v1;
    let v4 = v3.broadcast_to::<shape![3, 7, 2]>();
    compare!(case, v4, InlineTensor<f64, shape![3, 7, 2]>);
}

fn case_225(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 1, 1, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3, 1, 1, 4]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = Tensor::<f64, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 - &v3;
    compare!(case, v4, Tensor<f64, shape![3, 1, 1, 4]>);
}

fn case_226(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = v2.narrow::<-2, dim!(2)>(1);
    let v4 = InlineTensor::<f64, shape![2, 3]>::from_slice(&case.input(4)).unwrap();
    let v5 = &v4 - &v3;
    let v6 = v5.mean_axis::<-2>();
    compare!(case, v6, InlineTensor<f64, shape![1, 3]>);
}

fn case_227(case: &Case) {
    let v0 = Tensor::<f32, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(3)>(0);
    let v2 = InlineTensor::<f32, shape![2, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v2 + &v1;
    let v4 = &v1 / &v3;
    compare!(case, v4, Tensor<f32, shape![2, 3]>);
}

fn case_228(case: &Case) {
    let v0 = Tensor::<bool, shape![5, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-2>();
    let v2 = Tensor::<f64, shape![1, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = InlineTensor::<f64, shape![1, 2]>::from_slice(&case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = v4.greater_equal(&v3);
    compare!(case, v5, Tensor<bool, shape![1, 2]>);
}

fn case_229(case: &Case) {
    let v0 = Tensor::<f32, shape![1, 5, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.argmax()).map(|place| place as i32);
    let v2 = Tensor::scalar(v1.max());
    compare!(case, v2, Tensor<i32, shape![]>);
}

fn case_230(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 5, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-2>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![2, 1, 1]>();
    let v3 = &v2 + &v1;
    compare!(case, v3, Tensor<f64, shape![2, 1, 1]>);
}

fn case_231(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::scalar(v0.sum());
    let v2 = InlineTensor::<f64, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v1 / &v2;
    let v4 = v3.less_equal(&v0);
    let v5 = InlineTensor::<f32, shape![3]>::from_slice(&case.input(5)).unwrap();
    let v6 = InlineTensor::<f32, shape![1]>::from_slice(&case.input(6)).unwrap();
    let v7 = v4.select(&v5, &v6);
    compare!(case, v7, InlineTensor<f32, shape![3]>);
}

fn case_232(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.any());
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1, 1]>();
    compare!(case, v2, Tensor<bool, shape![1, 1]>);
}

fn case_233(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 5, 5]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1, 5, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = v2.sum_axis::<-3>();
    compare!(case, v3, Tensor<f32, shape![1, 5, 5]>);
}

fn case_234(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.equal(&v0);
    let v3 = InlineTensor::<f32, shape![2, 2]>::from_slice(&case.input(3)).unwrap();
    let v4 = InlineTensor::<f32, shape![2, 2]>::from_slice(&case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = v5.sum_axis::<-2>();
    compare!(case, v6, Tensor<f32, shape![1, 2]>);
}

fn case_235(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![4, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![2, 4]>();
    compare!(case, v3, Tensor<f64, shape![2, 4]>);
}

fn case_236(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = Tensor::<f64, shape![4, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 / &v2;
    compare!(case, v4, Tensor<f64, shape![4, 3]>);
}

fn case_237(case: &Case) {
    let v0 = InlineTensor::<bool, shape![1, 2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1, 2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<i32, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.insert_axis::<-4>();
    let v5 = v4.sum_axis::<-3>();
    compare!(case, v5, Tensor<i32, shape![1, 1, 2, 3]>);
}

fn case_238(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-3>();
    let v2 = v1.permute::<axes![-2, -1, -3]>();
    compare!(case, v2, Tensor<bool, shape![3, 3, 1]>);
}

fn case_239(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![3, 2, 3]>();
    let v2 = InlineTensor::<i32, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = InlineTensor::<i32, shape![3, 2, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, InlineTensor<i32, shape![3, 2, 3]>);
}

fn case_240(case: &Case) {
    let v0 = Tensor::<f32, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = v2.less_equal(&v1);
    let v4 = v3.any_axis::<-1>();
    compare!(case, v4, Tensor<bool, shape![1]>);
}

fn case_241(case: &Case) {
    let v0 = Tensor::<bool, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.index_axis::<-1>(2);
    let v2 = v1.insert_axis::<-1>();
    let v3 = Tensor::<f64, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f64, shape![3]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<f64, shape![3]>);
}

fn case_242(case: &Case) {
    let v0 = Tensor::<bool, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(1);
    let v2 = Tensor::scalar(v1.all());
    compare!(case, v2, Tensor<bool, shape![]>);
}

fn case_243(case: &Case) {
    let v0 = Tensor::<f64, shape![5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![5]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = v2.insert_axis::<-1>();
    compare!(case, v3, Tensor<f64, shape![1]>);
}

fn case_244(case: &Case) {
    let v0 = Tensor::<f32, shape![4, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-2, dim!(2)>(2);
    let v2 = InlineTensor::<f32, shape![3, 3, 3]>::from_slice(&case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    let v4 = v3.swap_axes::<-3, -3>();
    let v5 = &v4 * &v3;
    compare!(case, v5, Tensor<f32, shape![3, 2, 3]>);
}

fn case_245(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![3]>();
    let v2 = InlineTensor::<i32, shape![1]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v2 + &v1;
    compare!(case, v3, InlineTensor<i32, shape![3]>);
}

fn case_246(case: &Case) {
    let v0 = Tensor::<f32, shape![3, 2, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3, 2, 7]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = v2.sum_axis::<-2>();
    let v4 = v3.broadcast_to::<shape![3, 1, 7]>();
    let v5 = v4.minimum(&v1);
    compare!(case, v5, Tensor<f32, shape![3, 2, 7]>);
}

fn case_247(case: &Case) {
    let v0 = InlineTensor::<f32, shape![1, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![0, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = v2.minimum(&v1);
    let v4 = v3.narrow::<-1, dim!(2)>(0);
    let v5 = v4.swap_axes::<-1, -1>();
    compare!(case, v5, InlineTensor<f32, shape![0, 2]>);
}

fn case_248(case: &Case) {
    let v0 = InlineTensor::<f32, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(3)>(0);
    let v2 = v1.sum_axis::<-1>();
    compare!(case, v2, InlineTensor<f32, shape![1]>);
}

fn case_249(case: &Case) {
    let v0 = InlineTensor::<f64, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![4]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = v2.insert_axis::<-1>();
    let v4 = v3.sum_axis::<-1>();
    let v5 = v2.equal(&v4);
    compare!(case, v5, Tensor<bool, shape![4, 4]>);
}

fn case_250(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = Tensor::<i32, shape![2]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.equal(&v2);
    compare!(case, v4, Tensor<bool, shape![2]>);
}

fn case_251(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1, 7]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = v1.maximum(&v2);
    compare!(case, v3, Tensor<f64, shape![3, 7]>);
}

fn case_252(case: &Case) {
    let v0 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = &v2 - &v0;
    compare!(case, v3, Tensor<f64, shape![1]>);
}

fn case_253(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = InlineTensor::<f32, shape![1, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v3 / &v2;
    let v5 = InlineTensor::<f32, shape![3, 2]>::from_slice(&case.input(5)).unwrap();
    let v6 = v4.matmul(&v5);
    compare!(case, v6, Tensor<f32, shape![2, 2]>);
}

fn case_254(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 1, 4]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 4, 4]>();
    let v2 = v1.remove_axis::<-3>();
    let v3 = v2.argmin_axis::<-1>().map(|place| place as i32);
    compare!(case, v3, Tensor<i32, shape![4, 1]>);
}

fn case_255(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-2>().map(|place| place as i32);
    let v2 = v1.transpose();
    let v3 = InlineTensor::<i32, shape![4, 1]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    compare!(case, v4, Tensor<i32, shape![4, 1]>);
}

fn case_256(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 2, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    let v5 = v4.sum_axis::<-1>();
    compare!(case, v5, Tensor<f64, shape![3, 1]>);
}

fn case_257(case: &Case) {
    let v0 = InlineTensor::<i32, shape![0, 3, 4, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1, 3, 1, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.greater(&v1);
    let v3 = Tensor::<f32, shape![0, 3, 1, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f32, shape![3, 4, 3]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<f32, shape![0, 3, 4, 3]>);
}

fn case_258(case: &Case) {
    let v0 = InlineTensor::<f64, shape![5]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![5]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = Tensor::scalar(v2.sum());
    let v4 = v3.insert_axis::<-1>();
    compare!(case, v4, Tensor<f64, shape![1]>);
}

fn case_259(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 5, 1, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(3)>(0);
    let v2 = v1.narrow::<-2, dim!(0)>(1);
    compare!(case, v2, Tensor<bool, shape![3, 5, 0, 3]>);
}

fn case_260(case: &Case) {
    let v0 = InlineTensor::<f32, shape![1, 2, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = InlineTensor::<f32, shape![1, 1, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v2 + &v1;
    compare!(case, v3, InlineTensor<f32, shape![1, 2, 1]>);
}

fn case_261(case: &Case) {
    let v0 = InlineTensor::<i32, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.greater(&v1);
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f64, shape![4]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = Tensor::<f64, shape![4]>::from_vec(case.input(6)).unwrap();
    let v7 = v6.less(&v5);
    compare!(case, v7, Tensor<bool, shape![4]>);
}

fn case_262(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -2>();
    let v2 = Tensor::<f64, shape![3, 3]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 + &v1;
    compare!(case, v3, Tensor<f64, shape![3, 3]>);
}

fn case_263(case: &Case) {
    let v0 = InlineTensor::<i32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = v1.broadcast_to::<shape![]>();
    let v3 = InlineTensor::scalar(v2.min());
    compare!(case, v3, InlineTensor<i32, shape![]>);
}

fn case_264(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![3]>();
    let v2 = v1.narrow::<-1, dim!(3)>(0);
    compare!(case, v2, InlineTensor<f64, shape![3]>);
}

fn case_265(case: &Case) {
    let v0 = Tensor::<f64, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = Tensor::<f64, shape![4]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 - &v2;
    let v5 = v4.index_axis::<-1>(1);
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn case_266(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![3, 2]>();
    let v4 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.maximum(&v3);
    compare!(case, v5, Tensor<f64, shape![3, 2]>);
}

fn case_267(case: &Case) {
    let v0 = InlineTensor::<f32, shape![2, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.var_axis::<-2>();
    let v2 = InlineTensor::<f32, shape![1, 4]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v1 + &v2;
    compare!(case, v3, InlineTensor<f32, shape![1, 4]>);
}

fn case_268(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 5, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.mean_axis::<-2>();
    let v2 = Tensor::<f64, shape![1, 1, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 - &v1;
    let v4 = InlineTensor::<f64, shape![1, 1, 1]>::from_slice(&case.input(4)).unwrap();
    let v5 = &v4 + &v3;
    compare!(case, v5, Tensor<f64, shape![4, 1, 2]>);
}

fn case_269(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 3, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-3>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![7, 3, 1, 1]>();
    compare!(case, v2, Tensor<bool, shape![7, 3, 1, 1]>);
}

fn case_270(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 2, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-2>();
    let v2 = v1.var_axis::<-3>();
    let v3 = &v2 / &v0;
    compare!(case, v3, InlineTensor<f64, shape![2, 2, 1]>);
}

fn case_271(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = v1.greater(&v2);
    compare!(case, v3, Tensor<bool, shape![2, 3]>);
}

fn case_272(case: &Case) {
    let v0 = InlineTensor::<f32, shape![5, 2, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![4]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = &v2 / &v0;
    compare!(case, v3, Tensor<f32, shape![5, 2, 4]>);
}

fn case_273(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = Tensor::<f64, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.equal(&v3);
    let copy5 = v4.to_tensor();
    let v5 = copy5.reshape::<shape![2]>();
    compare!(case, v5, Tensor<bool, shape![2]>);
}

fn case_274(case: &Case) {
    let v0 = Tensor::<i32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 1]>();
    let v4 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 / &v3;
    let v6 = v5.narrow::<-2, dim!(0)>(0);
    compare!(case, v6, Tensor<i32, shape![0, 1]>);
}

fn case_275(case: &Case) {
    let v0 = Tensor::<f64, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = &v0 * &v1;
    compare!(case, v2, Tensor<f64, shape![1]>);
}

fn case_276(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.mean_axis::<-2>();
    let v2 = v1.sum_axis::<-1>();
    let v3 = v2.swap_axes::<-2, -2>();
    let v4 = &v3 - &v2;
    compare!(case, v4, Tensor<f32, shape![1, 1]>);
}

fn case_277(case: &Case) {
    let v0 = Tensor::<f32, shape![1, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.not_equal(&v0);
    let v3 = v2.transpose();
    compare!(case, v3, Tensor<bool, shape![5, 3]>);
}

fn case_278(case: &Case) {
    let v0 = Tensor::<bool, shape![4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-1>();
    let v2 = v1.insert_axis::<-1>();
    compare!(case, v2, Tensor<bool, shape![4, 1, 1]>);
}

fn case_279(case: &Case) {
    let v0 = Tensor::<i32, shape![1, 2, 7, 0]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axis::<-2>();
    let v2 = Tensor::<i32, shape![1, 2, 2, 0]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.maximum(&v2);
    compare!(case, v3, Tensor<i32, shape![1, 2, 2, 0]>);
}

fn case_280(case: &Case) {
    let v0 = Tensor::<i32, shape![5, 2, 2]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![20, 1]>();
    let v2 = v1.swap_axes::<-1, -2>();
    compare!(case, v2, Tensor<i32, shape![1, 20]>);
}

fn case_281(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = &v0 * &v2;
    compare!(case, v3, Tensor<f64, shape![2, 3, 3]>);
}

fn case_282(case: &Case) {
    let v0 = Tensor::<f32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = &v2 * &v0;
    let v4 = Tensor::scalar(v3.min());
    compare!(case, v4, Tensor<f32, shape![]>);
}

fn case_283(case: &Case) {
    let v0 = Tensor::<i32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = Tensor::<i32, shape![3, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = InlineTensor::<i32, shape![]>::from_slice(&case.input(5)).unwrap();
    let v6 = &v4 / &v5;
    let v7 = Tensor::<i32, shape![2]>::from_vec(case.input(7)).unwrap();
    let v8 = &v6 / &v7;
    compare!(case, v8, Tensor<i32, shape![2]>);
}

fn case_284(case: &Case) {
    let v0 = Tensor::<bool, shape![]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1]>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    let v3 = v2.all_axis::<-1>();
    let v4 = v3.all_axis::<-1>();
    compare!(case, v4, Tensor<bool, shape![1]>);
}

fn case_285(case: &Case) {
    let v0 = Tensor::<f64, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![5, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3, Tensor<f64, shape![5]>);
}

fn case_286(case: &Case) {
    let v0 = InlineTensor::<f32, shape![1, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![1, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.greater_equal(&v0);
    let v3 = v2.swap_axes::<-1, -2>();
    let v4 = v3.remove_axis::<-1>();
    let v5 = v4.broadcast_to::<shape![3]>();
    compare!(case, v5, InlineTensor<bool, shape![3]>);
}

fn case_287(case: &Case) {
    let v0 = Tensor::<f32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = &v2 + &v0;
    compare!(case, v3, Tensor<f32, shape![2]>);
}

fn case_288(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 7]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.less_equal(&v1);
    let v3 = Tensor::<i32, shape![1, 7]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<i32, shape![2, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<i32, shape![2, 7]>);
}

fn case_289(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1, 2, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = InlineTensor::<f64, shape![1, 2, 1]>::from_slice(&case.input(3)).unwrap();
    let v4 = v3.maximum(&v2);
    compare!(case, v4, InlineTensor<f64, shape![3, 2, 2]>);
}

fn case_290(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.sum());
    let v2 = v1.insert_axis::<-1>();
    let v3 = v2.max_axis::<-1>();
    compare!(case, v3, Tensor<f64, shape![1]>);
}

fn case_291(case: &Case) {
    let v0 = InlineTensor::<f64, shape![5, 1, 0]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -3, -2]>();
    let v2 = Tensor::<f64, shape![3, 0, 2, 5]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    let v4 = Tensor::<f64, shape![3, 0, 2, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.less(&v3);
    compare!(case, v5, Tensor<bool, shape![3, 0, 2, 1]>);
}

fn case_292(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.var());
    let v2 = v1.insert_axis::<-1>();
    compare!(case, v2, Tensor<f64, shape![1]>);
}

fn case_293(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 2, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-2>();
    let v2 = v1.narrow::<-4, dim!(1)>(1);
    compare!(case, v2, Tensor<bool, shape![1, 2, 1, 2]>);
}

fn case_294(case: &Case) {
    let v0 = Tensor::<bool, shape![1, 1, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![1, 3, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = InlineTensor::<f32, shape![1, 3, 3]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.argmax_axis::<-3>().map(|place| place as i32);
    let v5 = v4.sum_axes::<axes![-3, -1]>();
    let v6 = v5.transpose();
    compare!(case, v6, Tensor<i32, shape![1, 1, 3]>);
}

fn case_295(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 4, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = &v1 / &v0;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![5, 16]>();
    compare!(case, v3, Tensor<f64, shape![5, 16]>);
}

fn case_296(case: &Case) {
    let v0 = InlineTensor::<i32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = InlineTensor::scalar(v2.argmin()).map(|place| place as i32);
    compare!(case, v3, InlineTensor<i32, shape![]>);
}

fn case_297(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = &v1 / &v2;
    let v4 = v3.argmax_axis::<-2>().map(|place| place as i32);
    compare!(case, v4, InlineTensor<i32, shape![1, 2]>);
}

fn case_298(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 4, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![4]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.insert_axis::<-1>();
    compare!(case, v4, Tensor<f32, shape![3, 4, 4, 1]>);
}

fn case_299(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 2, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-3>();
    let v2 = &v0 / &v1;
    compare!(case, v2, InlineTensor<i32, shape![2, 2, 2, 1]>);
}

fn case_300(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axis::<-1>();
    let v2 = Tensor::<i32, shape![4, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.greater(&v2);
    let v4 = v3.transpose();
    let v5 = InlineTensor::<f64, shape![1, 4]>::from_slice(&case.input(5)).unwrap();
    let v6 = InlineTensor::<f64, shape![3, 4]>::from_slice(&case.input(6)).unwrap();
    let v7 = v4.select(&v5, &v6);
    compare!(case, v7, Tensor<f64, shape![3, 4]>);
}

fn case_301(case: &Case) {
    let v0 = Tensor::<f64, shape![7, 1, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![7, 1, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.not_equal(&v1);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![21]>();
    let v4 = v3.index_axis::<-1>(1);
    let v5 = v4.insert_axis::<-1>();
    compare!(case, v5, Tensor<bool, shape![1]>);
}

fn case_302(case: &Case) {
    let v0 = Tensor::<f32, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = &v1 - &v2;
    let v4 = Tensor::<f32, shape![]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 * &v3;
    compare!(case, v5, Tensor<f32, shape![3, 2]>);
}

fn case_303(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 4, 3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-2, -1, -3]>();
    let v2 = v1.narrow::<-4, dim!(2)>(0);
    compare!(case, v2, Tensor<bool, shape![2, 3, 2, 4]>);
}

fn case_304(case: &Case) {
    let v0 = InlineTensor::<i32, shape![]>::from_slice(&case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1]>();
    let v2 = Tensor::<i32, shape![1]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 / &v1;
    let v4 = &v3 - &v1;
    compare!(case, v4, Tensor<i32, shape![1]>);
}

fn case_305(case: &Case) {
    let v0 = Tensor::<f32, shape![4, 4, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![4, 4, 5]>();
    let v2 = v1.transpose();
    let v3 = v2.max_axes::<axes![-3, -1]>();
    let v4 = InlineTensor::<f32, shape![2, 1, 4, 5]>::from_slice(&case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    compare!(case, v5, Tensor<f32, shape![2, 1, 4, 1]>);
}

fn case_306(case: &Case) {
    let v0 = InlineTensor::<f32, shape![1, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.narrow::<-2, dim!(1)>(0);
    let v2 = Tensor::<f32, shape![1, 1, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 / &v1;
    let v4 = v3.var_axes::<axes![-3, -2]>();
    compare!(case, v4, Tensor<f32, shape![1, 1, 3]>);
}

fn case_307(case: &Case) {
    let v0 = Tensor::<f64, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(0)>(0);
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![0, 0, 1]>();
    let v3 = v2.permute::<axes![-2, -3, -1]>();
    compare!(case, v3, Tensor<f64, shape![0, 0, 1]>);
}

fn case_308(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 5, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = v2.permute::<axes![-1, -2, -3]>();
    compare!(case, v3, InlineTensor<f64, shape![3, 5, 2]>);
}

fn case_309(case: &Case) {
    let v0 = Tensor::<i32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = v2.max_axis::<-1>();
    let v4 = v3.sum_axis::<-1>();
    compare!(case, v4, Tensor<i32, shape![1]>);
}

fn case_310(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2, 4]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = v2.transpose();
    let v4 = Tensor::<f64, shape![4, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.maximum(&v3);
    compare!(case, v5, Tensor<f64, shape![4, 2]>);
}

fn case_311(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -2, -3]>();
    let v2 = Tensor::<f64, shape![1, 3, 3]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 - &v2;
    compare!(case, v3, Tensor<f64, shape![2, 3, 3]>);
}

fn case_312(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.var_axis::<-2>();
    let v2 = v1.var_axis::<-1>();
    let v3 = Tensor::<f64, shape![4, 4]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 - &v3;
    compare!(case, v4, Tensor<f64, shape![4, 4]>);
}

fn case_313(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3, 2, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = &v2 / &v1;
    compare!(case, v3, Tensor<f64, shape![2, 3, 2, 1]>);
}

fn case_314(case: &Case) {
    let v0 = Tensor::<f64, shape![0, 5, 3, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -3, -2]>();
    let v2 = Tensor::<f64, shape![0, 5, 1, 3]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 - &v2;
    compare!(case, v3, Tensor<f64, shape![0, 5, 5, 3]>);
}

fn case_315(case: &Case) {
    let v0 = InlineTensor::<f32, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.sum_axis::<-2>();
    let v3 = v1.minimum(&v2);
    compare!(case, v3, InlineTensor<f32, shape![1, 4]>);
}

fn case_316(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = Tensor::<f32, shape![2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 / &v2;
    let v5 = &v2 + &v4;
    compare!(case, v5, Tensor<f32, shape![2, 2]>);
}

fn case_317(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2, 4]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.greater(&v0);
    let v3 = v2.narrow::<-1, dim!(2)>(0);
    compare!(case, v3, Tensor<bool, shape![2, 2]>);
}

fn case_318(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-2, -3, -1]>();
    let v2 = InlineTensor::<f64, shape![2, 3, 4]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v1 / &v2;
    let v4 = v1.minimum(&v3);
    let v5 = v4.max_axis::<-3>();
    compare!(case, v5, Tensor<f64, shape![1, 3, 4]>);
}

fn case_319(case: &Case) {
    let v0 = Tensor::<f64, shape![1, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axis::<-2>();
    let v2 = &v1 * &v0;
    compare!(case, v2, Tensor<f64, shape![1, 3, 3]>);
}

fn case_320(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::scalar(v0.any());
    let v2 = Tensor::<f32, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = Tensor::<f32, shape![1]>::from_vec(case.input(5)).unwrap();
    let v6 = v5.minimum(&v4);
    let v7 = v6.index_axis::<-1>(0);
    compare!(case, v7, Tensor<f32, shape![]>);
}

fn case_321(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(0);
    let v2 = v1.min_axis::<-1>();
    let v3 = InlineTensor::<f64, shape![0]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v2 * &v3;
    let v5 = &v4 - &v2;
    compare!(case, v5, InlineTensor<f64, shape![0]>);
}

fn case_322(case: &Case) {
    let v0 = InlineTensor::<bool, shape![1, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.all_axis::<-1>();
    let v2 = v1.any_axes::<axes![-2, -1]>();
    compare!(case, v2, InlineTensor<bool, shape![1, 1]>);
}

fn case_323(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.any_axis::<-1>();
    let v2 = Tensor::<i32, shape![2, 3, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<i32, shape![1, 3, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = InlineTensor::<i32, shape![2, 3, 2]>::from_slice(&case.input(5)).unwrap();
    let v6 = v4.greater_equal(&v5);
    let v7 = v6.insert_axis::<-2>();
    compare!(case, v7, Tensor<bool, shape![2, 3, 1, 2]>);
}

fn case_324(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = &v4 - &v2;
    compare!(case, v5, Tensor<f64, shape![2]>);
}

fn case_325(case: &Case) {
    let v0 = Tensor::<f64, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = v2.insert_axis::<-1>();
    compare!(case, v3, Tensor<f64, shape![1]>);
}

fn case_326(case: &Case) {
    let v0 = InlineTensor::<f64, shape![5, 3]>::from_slice(&case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 15]>();
    let v2 = InlineTensor::<f64, shape![1, 15]>::from_slice(&case.input(2)).unwrap();
    let v3 = v2.minimum(&v1);
    let v4 = &v2 - &v3;
    compare!(case, v4, InlineTensor<f64, shape![1, 15]>);
}

fn case_327(case: &Case) {
    let v0 = Tensor::<bool, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![3]>();
    let v2 = v1.all_axis::<-1>();
    compare!(case, v2, Tensor<bool, shape![1]>);
}

fn case_328(case: &Case) {
    let v0 = InlineTensor::<f64, shape![5, 1, 2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![4, 2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = &v2 + &v0;
    let v4 = v3.greater_equal(&v0);
    let v5 = v4.all_axis::<-2>();
    compare!(case, v5, Tensor<bool, shape![5, 4, 1, 2]>);
}

fn case_329(case: &Case) {
    let v0 = InlineTensor::<f64, shape![5, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-3>();
    let v2 = Tensor::<f64, shape![1, 5, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 * &v2;
    compare!(case, v3, Tensor<f64, shape![1, 5, 2]>);
}

fn case_330(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![5]>::try_from([5]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([5]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = &v2 - &v1;
    let v4 = &v3 / &v1;
    compare!(case, v4);
}

fn case_331(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![3, _, 3]>::try_from([3, 3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![3, _, _]>::try_from([3, 3, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![3, _, 3]>::try_from([3, 3, 3]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![3, 3, _]>::try_from([3, 3, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = v3.matmul(&v4);
    compare!(case, v5);
}

fn case_332(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(2..3);
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![2, 1]>::try_from([2, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.maximum(&v1);
    compare!(case, v3);
}

fn case_333(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 3]>::try_from([0, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![0, _, 3]>::try_from([0, 0, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = v2.swap_axes::<-1, -3>();
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![4, _, _, 1]>::try_from([4, 3, 1, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = &v4 - &v3;
    let v6 = &v4 - &v5;
    compare!(case, v6);
}

fn case_334(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, _]>::try_from([5, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![5, 4]>::try_from([5, 4]).unwrap(), case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(5)).unwrap();
    let v6 = v4.maximum(&v5);
    compare!(case, v6);
}

fn case_335(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, _]>::try_from([3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![1, _, 1]>::try_from([1, 3, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = &v1 + &v2;
    let v4 = v3.transpose();
    let v5 = v2.greater(&v4);
    compare!(case, v5);
}

fn case_336(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 5]>::try_from([3, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![4, 3, _]>::try_from([4, 3, 5]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_, 3, _]>::try_from([4, 3, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![_, _, _]>::try_from([4, 3, 5]).unwrap(), case.input(4)).unwrap();
    let v5 = &v4 - &v3;
    compare!(case, v5);
}

fn case_337(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, 3]>::try_from([2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-2>(1..2);
    let v2 = v1.minimum(&v0);
    let v3 = &v2 - &v1;
    let v4 = v3.broadcast_to_with(<shape![_, _]>::try_from([2, 3]).unwrap());
    compare!(case, v4);
}

fn case_338(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, _]>::try_from([3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![3, 3]>::try_from([3, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.greater_equal(&v1);
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![_, 3]>::try_from([3, 3]).unwrap(), case.input(3)).unwrap();
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([1, 3]).unwrap(), case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = v5.max_axis::<-1>();
    let v7 = Tensor::<f64, _>::from_vec_with(<shape![3, _]>::try_from([3, 1]).unwrap(), case.input(7)).unwrap();
    let v8 = &v6 * &v7;
    compare!(case, v8);
}

fn case_339(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, 2, 4]>::try_from([1, 2, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![1, _, _]>::try_from([1, 2, 4]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.equal(&v1);
    let v3 = v2.remove_axis::<-3>();
    compare!(case, v3);
}

fn case_340(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _, _, 4]>::try_from([1, 2, 2, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 2, _, _]>::try_from([1, 2, 1, 4]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = &v2 - &v1;
    compare!(case, v3);
}

fn case_341(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![3, 3]>::try_from([3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_, 3]>::try_from([3, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![_, _]>::try_from([3, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = v3.not_equal(&v4);
    let v6 = v5.index_axis::<-2>(2);
    compare!(case, v6);
}

fn case_342(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _, 1, 4]>::try_from([3, 3, 1, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 3, _, 4]>::try_from([3, 3, 1, 4]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = v0.maximum(&v2);
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![1, 1, 1, _]>::try_from([1, 1, 1, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = &v3 - &v4;
    compare!(case, v5);
}

fn case_343(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3, _]>::try_from([3, 7]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.min_axis::<-2>();
    let v2 = v1.index_axis::<-2>(0);
    compare!(case, v2);
}

fn case_344(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, _, _]>::try_from([3, 3, 3]).unwrap(), case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![3, 9]>();
    let v2 = v1.any_axis::<-1>();
    let v3 = v2.slice_axis::<-1>(0..0);
    compare!(case, v3);
}

fn case_345(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = v0.not_equal(&v1);
    let v3 = Tensor::scalar(v2.all());
    compare!(case, v3);
}

fn case_346(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 3]>::try_from([3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_, _, _]>::try_from([4, 1, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![_, 4, 3, 1]>::try_from([2, 4, 3, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = &v3 + &v2;
    compare!(case, v4);
}

fn case_347(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 4, 3]>::try_from([4, 4, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _, _]>::try_from([1, 4, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = v2.permute::<axes![-2, -1, -3]>();
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![_, 3, _]>::try_from([4, 3, 4]).unwrap(), case.input(4)).unwrap();
    let v5 = v4.less(&v3);
    let v6 = v5.all_axis::<-3>();
    compare!(case, v6);
}

fn case_348(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, _]>::try_from([1, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = v1.slice_axis::<-2>(0..0);
    compare!(case, v2);
}

fn case_349(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.all());
    let v2 = Tensor::scalar(v1.any());
    let v3 = v2.broadcast_to::<shape![]>();
    let v4 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(4)).unwrap();
    let v5 = Tensor::<f32, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(5)).unwrap();
    let v6 = v3.select(&v4, &v5);
    compare!(case, v6);
}

fn case_350(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v1.index_axis::<-1>(0);
    compare!(case, v2);
}

fn case_351(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = &v2 * &v1;
    let v4 = &v3 - &v0;
    compare!(case, v4);
}

fn case_352(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(2)).unwrap();
    let v3 = v1.maximum(&v2);
    compare!(case, v3);
}

fn case_353(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.any_axis::<-1>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(2)).unwrap();
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([3, 4]).unwrap(), case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = &v3 / &v4;
    compare!(case, v5);
}

fn case_354(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 5, 1]>::try_from([3, 5, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.all_axis::<-2>();
    let v2 = v1.any_axes::<axes![-3, -2]>();
    let v3 = v2.all_axis::<-3>();
    compare!(case, v3);
}

fn case_355(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![4, _]>::try_from([4, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![1, _]>::try_from([1, 4]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = v2.transpose();
    let v4 = &v3 * &v0;
    compare!(case, v4);
}

fn case_356(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.index_axis::<-1>(0);
    let v2 = v1.insert_axis::<-1>();
    compare!(case, v2);
}

fn case_357(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = &v1 + &v2;
    compare!(case, v3);
}

fn case_358(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![3, 7]>::try_from([3, 7]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_, _]>::try_from([3, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 21]>();
    compare!(case, v3);
}

fn case_359(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([2, 4]).unwrap(), case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![2, 4]>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([4]).unwrap(), case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    let v4 = v3.insert_axis::<-2>();
    let v5 = v4.swap_axes::<-2, -2>();
    compare!(case, v5);
}

fn case_360(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, 2]>::try_from([3, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = Tensor::scalar(v1.min());
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(3)).unwrap();
    let v4 = v3.minimum(&v2);
    let v5 = &v3 + &v4;
    compare!(case, v5);
}

fn case_361(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![4, 2, _]>::try_from([4, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_, 1, 2, 1]>::try_from([5, 1, 2, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![_, _, _, _]>::try_from([5, 4, 2, 2]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<f32, _>::from_vec_with(<shape![_, _, 2]>::try_from([1, 1, 2]).unwrap(), case.input(4)).unwrap();
    let v5 = &v3 * &v4;
    compare!(case, v5);
}

fn case_362(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 2]>::try_from([4, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 1]>::try_from([1, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.equal(&v0);
    let v3 = v2.swap_axes::<-2, -1>();
    compare!(case, v3);
}

fn case_363(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![2, _, 2]>::try_from([2, 3, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_, _, _]>::try_from([2, 3, 2]).unwrap());
    let v2 = &v1 / &v0;
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(3)).unwrap();
    let v4 = v3.less_equal(&v2);
    compare!(case, v4);
}

fn case_364(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v1.all_axis::<-1>();
    let v3 = v2.all_axis::<-1>();
    compare!(case, v3);
}

fn case_365(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([40]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([40]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![]>();
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(4)).unwrap();
    let v5 = v3.maximum(&v4);
    compare!(case, v5);
}

fn case_366(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![]>();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(2)).unwrap();
    let v3 = v1.equal(&v2);
    compare!(case, v3);
}

fn case_367(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![7, _, _]>::try_from([7, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -2, -3]>();
    let v2 = v1.transpose();
    let v3 = v2.broadcast_to_with(<shape![_, _, _]>::try_from([2, 7, 2]).unwrap());
    let v4 = v3.max_axes::<axes![-3, -1]>();
    compare!(case, v4);
}

fn case_368(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, 0]>::try_from([2, 0]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_, _]>::try_from([2, 0]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![0]>::try_from([0]).unwrap(), case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    compare!(case, v4);
}

fn case_369(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 2]>::try_from([3, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([3, 2]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = &v0 + &v2;
    let v4 = &v2 * &v3;
    compare!(case, v4);
}

fn case_370(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![1, 5, _]>::try_from([1, 5, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.argmax_axis::<-3>().map(|place| place as i32);
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![1, 4, _]>::try_from([1, 4, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    compare!(case, v3);
}

fn case_371(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, _]>::try_from([2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 1, 1]>::try_from([1, 1, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_, _, _]>::try_from([1, 2, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.mean_axes::<axes![-3, -2]>();
    let v5 = v4.permute::<axes![-3, -1, -2]>();
    let v6 = &v5 + &v1;
    compare!(case, v6);
}

fn case_372(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 1]>::try_from([5, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.any_axis::<-2>();
    let v2 = v1.any_axis::<-1>();
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([1, 3]).unwrap(), case.input(3)).unwrap();
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![1, _]>::try_from([1, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = &v5 + &v3;
    compare!(case, v6);
}

fn case_373(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![3, _]>::try_from([3, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.not_equal(&v0);
    let v3 = v2.slice_axis::<-1>(0..2);
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![1, _, _]>::try_from([1, 1, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = Tensor::<f64, _>::from_vec_with(<shape![_, 1, 3, 1]>::try_from([1, 1, 3, 1]).unwrap(), case.input(5)).unwrap();
    let v6 = v3.select(&v4, &v5);
    let v7 = v6.max_axis::<-2>();
    compare!(case, v7);
}

fn case_374(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_, _]>::try_from([3, 2]).unwrap(), case.input(2)).unwrap();
    let v3 = v1.maximum(&v2);
    compare!(case, v3);
}

fn case_375(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_]>::try_from([5]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_]>::try_from([5]).unwrap());
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1, 5]>();
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![1, 5]>::try_from([1, 5]).unwrap(), case.input(3)).unwrap();
    let v4 = Tensor::<f32, _>::from_vec_with(<shape![3, 5]>::try_from([3, 5]).unwrap(), case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5);
}

fn case_376(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 3, 1]>();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![_, _, 4]>::try_from([1, 3, 4]).unwrap(), case.input(2)).unwrap();
    let v3 = &v2 / &v1;
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![2, 1, 2, 3]>();
    compare!(case, v4);
}

fn case_377(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, 2]>::try_from([2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(0..1);
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![1, 1]>::try_from([1, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.maximum(&v1);
    compare!(case, v3);
}

fn case_378(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(4)).unwrap();
    let v5 = &v3 / &v4;
    let v6 = v5.broadcast_to::<shape![]>();
    compare!(case, v6);
}

fn case_379(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 3, 1]>::try_from([2, 3, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![1, _, 3, 1]>::try_from([1, 2, 3, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_, _, _, _]>::try_from([4, 1, 1, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(4)).unwrap();
    let v5 = v3.less_equal(&v4);
    compare!(case, v5);
}

fn case_380(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![4]>::try_from([4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![2, 4]>::try_from([2, 4]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    compare!(case, v3);
}

fn case_381(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![3, _]>::try_from([3, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_, 2]>::try_from([3, 2]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![3, 2]>::try_from([3, 2]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<f32, _>::from_vec_with(<shape![_, 3]>::try_from([3, 3]).unwrap(), case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    let v6 = Tensor::<f32, _>::from_vec_with(<shape![_, _]>::try_from([3, 2]).unwrap(), case.input(6)).unwrap();
    let v7 = &v5 - &v6;
    let v8 = Tensor::<f32, _>::from_vec_with(<shape![3, _]>::try_from([3, 3]).unwrap(), case.input(8)).unwrap();
    let v9 = v8.matmul(&v7);
    compare!(case, v9);
}

fn case_382(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, 4, _, _]>::try_from([2, 4, 2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![_, 4, 1]>::try_from([2, 4, 1]).unwrap(), case.input(3)).unwrap();
    let v4 = &v3 * &v2;
    compare!(case, v4);
}

fn case_383(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![0, _]>::try_from([0, 7]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![0, 7]>::try_from([0, 7]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.greater(&v0);
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![0, 1]>::try_from([0, 1]).unwrap(), case.input(3)).unwrap();
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![_, _]>::try_from([0, 7]).unwrap(), case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = v5.transpose();
    compare!(case, v6);
}

fn case_384(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.index_axis::<-1>(0);
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(2)).unwrap();
    let v3 = &v1 * &v2;
    let v4 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(4)).unwrap();
    let v5 = &v4 - &v3;
    let v6 = v5.insert_axis::<-1>();
    compare!(case, v6);
}

fn case_385(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.sum());
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(2)).unwrap();
    let v3 = v1.maximum(&v2);
    compare!(case, v3);
}

fn case_386(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 7]>::try_from([3, 7]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(0..3);
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![3, _]>::try_from([3, 3]).unwrap(), case.input(2)).unwrap();
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![_, 3]>::try_from([1, 3]).unwrap(), case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = Tensor::<i32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(5)).unwrap();
    let v6 = v4.matmul(&v5);
    let v7 = v6.broadcast_to_with(<shape![_]>::try_from([3]).unwrap());
    compare!(case, v7);
}

fn case_387(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, 3]>::try_from([2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 1]>::try_from([1, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 * &v0;
    let v3 = v2.transpose();
    compare!(case, v3);
}

fn case_388(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 2]>::try_from([1, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([1, 2]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = v2.argmin_axis::<-2>().map(|place| place as i32);
    let v4 = v3.slice_axis::<-1>(0..1);
    compare!(case, v4);
}

fn case_389(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _, 3]>::try_from([3, 3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_, _, _]>::try_from([3, 3, 3]).unwrap());
    let v2 = v1.index_axis::<-2>(0);
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([3, 1]).unwrap(), case.input(5)).unwrap();
    let v6 = v4.matmul(&v5);
    compare!(case, v6);
}

fn case_390(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, _]>::try_from([3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = v2.greater(&v0);
    compare!(case, v3);
}

fn case_391(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _, 2]>::try_from([2, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.index_axis::<-2>(0);
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_, 2, _]>::try_from([3, 2, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = &v2 * &v1;
    let v4 = v3.permute::<axes![-1, -3, -2]>();
    compare!(case, v4);
}

fn case_392(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    compare!(case, v3);
}

fn case_393(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, 7, 2]>::try_from([2, 7, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-2, -1, -3]>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_, _, 1]>::try_from([7, 2, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = &v1 / &v2;
    compare!(case, v3);
}

fn case_394(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, 3]>::try_from([3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![3, 3]>::try_from([3, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![_, _]>::try_from([3, 3]).unwrap(), case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    let v5 = Tensor::<i32, _>::from_vec_with(<shape![3, 2]>::try_from([3, 2]).unwrap(), case.input(5)).unwrap();
    let v6 = v4.matmul(&v5);
    compare!(case, v6);
}

fn case_395(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 2]>::try_from([2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_, _]>::try_from([2, 2]).unwrap());
    let v2 = v1.any_axis::<-1>();
    let v3 = v2.all_axis::<-1>();
    let v4 = v3.remove_axis::<-1>();
    compare!(case, v4);
}

fn case_396(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.argmax_axis::<-1>().map(|place| place as i32);
    compare!(case, v4);
}

fn case_397(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v2.insert_axis::<-1>();
    let v4 = v3.slice_axis::<-1>(1..1);
    compare!(case, v4);
}

fn case_398(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.equal(&v0);
    let v3 = v2.broadcast_to_with(<shape![_]>::try_from([3]).unwrap());
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(4)).unwrap();
    let v5 = v3.select(&v0, &v4);
    compare!(case, v5);
}

fn case_399(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![4, 1]>::try_from([4, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![4, _]>::try_from([4, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.slice_axis::<-1>(0..0);
    let v5 = &v3 / &v4;
    compare!(case, v5);
}

fn case_400(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, 1]>::try_from([3, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_, 3, 1]>::try_from([7, 3, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    compare!(case, v4);
}

fn case_401(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 1]>::try_from([5, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![5, _]>::try_from([5, 2]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([5, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.index_axis::<-1>(0);
    compare!(case, v4);
}

fn case_402(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _, 2]>::try_from([2, 3, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v2.sum_axis::<-1>();
    compare!(case, v3);
}

fn case_403(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 4]>::try_from([2, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![1, 4]>::try_from([1, 4]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = v2.max_axes::<axes![-2, -1]>();
    let v4 = &v1 / &v3;
    compare!(case, v4);
}

fn case_404(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(3)).unwrap();
    let v4 = &v2 + &v3;
    let v5 = Tensor::<f64, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(5)).unwrap();
    let v6 = v5.matmul(&v4);
    compare!(case, v6);
}

fn case_405(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![3, _]>::try_from([3, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_, 3]>::try_from([5, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = Tensor::<i32, _>::from_vec_with(<shape![_, _]>::try_from([5, 5]).unwrap(), case.input(5)).unwrap();
    let v6 = v5.matmul(&v4);
    let v7 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([5]).unwrap(), case.input(7)).unwrap();
    let v8 = v6.matmul(&v7);
    compare!(case, v8);
}

fn case_406(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, 2, _]>::try_from([3, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_, _, 2]>::try_from([3, 2, 2]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = v2.slice_axis::<-3>(0..3);
    compare!(case, v3);
}

fn case_407(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![7]>::try_from([7]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(4..6);
    let v2 = v1.slice_axis::<-1>(0..1);
    let v3 = v2.all_axis::<-1>();
    compare!(case, v3);
}

fn case_408(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![2, _, _]>::try_from([2, 5, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-2, -3, -1]>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![5, _, _]>::try_from([5, 1, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = v4.broadcast_to_with(<shape![_, _, _]>::try_from([5, 2, 1]).unwrap());
    compare!(case, v5);
}

fn case_409(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![4, _, 3]>::try_from([4, 4, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.any_axis::<-1>();
    let v2 = v1.all_axis::<-1>();
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![4, 1, _]>::try_from([4, 1, 1]).unwrap(), case.input(3)).unwrap();
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![4, 1, _]>::try_from([4, 1, 3]).unwrap(), case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5);
}

fn case_410(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 3]>::try_from([1, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 3]>::try_from([4, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = &v0 - &v2;
    let v4 = &v0 * &v3;
    let v5 = v4.insert_axis::<-3>();
    compare!(case, v5);
}

fn case_411(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![4, _, 2]>::try_from([4, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.argmax_axis::<-2>().map(|place| place as i32);
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_, _, _]>::try_from([4, 1, 2]).unwrap(), case.input(2)).unwrap();
    let v3 = &v2 * &v1;
    let v4 = &v1 * &v3;
    compare!(case, v4);
}

fn case_412(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v1.index_axis::<-1>(0);
    compare!(case, v2);
}

fn case_413(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.all());
    let v2 = v1.broadcast_to::<shape![]>();
    compare!(case, v2);
}

fn case_414(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 3]>::try_from([3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_, _, _]>::try_from([1, 3, 3]).unwrap());
    let v2 = v1.all_axis::<-3>();
    let v3 = v2.all_axis::<-1>();
    compare!(case, v3);
}

fn case_415(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, _, 2]>::try_from([2, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(2)).unwrap();
    let v3 = &v1 - &v2;
    let v4 = &v3 / &v0;
    let v5 = Tensor::<i32, _>::from_vec_with(<shape![3, 1, 2, _]>::try_from([3, 1, 2, 2]).unwrap(), case.input(5)).unwrap();
    let v6 = v4.minimum(&v5);
    compare!(case, v6);
}

fn case_416(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3, 3]>::try_from([3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([1, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = &v2 - &v1;
    let v4 = v0.maximum(&v3);
    compare!(case, v4);
}

fn case_417(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v1.not_equal(&v3);
    let v5 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(5)).unwrap();
    let v6 = v4.select(&v1, &v5);
    let v7 = v6.less(&v1);
    compare!(case, v7);
}

fn case_418(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 3]>::try_from([2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 1, _]>::try_from([2, 1, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.less(&v0);
    let v3 = v2.transpose();
    let v4 = v3.permute::<axes![-1, -3, -2]>();
    compare!(case, v4);
}

fn case_419(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = v2.not_equal(&v0);
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(4)).unwrap();
    let v5 = v3.select(&v2, &v4);
    compare!(case, v5);
}

fn case_420(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_]>::try_from([1]).unwrap());
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    let v4 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(4)).unwrap();
    let v5 = v4.not_equal(&v3);
    compare!(case, v5);
}

fn case_421(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3, 4, _]>::try_from([3, 4, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_, _, _]>::try_from([3, 4, 4]).unwrap());
    let v2 = v1.slice_axis::<-2>(0..2);
    compare!(case, v2);
}

fn case_422(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = Tensor::scalar(v1.var());
    let v3 = v2.maximum(&v1);
    compare!(case, v3);
}

fn case_423(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 7]>::try_from([2, 7]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![2, 7]>::try_from([2, 7]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.less(&v0);
    let v3 = v2.transpose();
    let v4 = v3.slice_axis::<-2>(2..6);
    let v5 = Tensor::<f64, _>::from_vec_with(<shape![4, 4, _]>::try_from([4, 4, 2]).unwrap(), case.input(5)).unwrap();
    let v6 = Tensor::<f64, _>::from_vec_with(<shape![_, 4, _]>::try_from([1, 4, 2]).unwrap(), case.input(6)).unwrap();
    let v7 = v4.select(&v5, &v6);
    compare!(case, v7);
}

fn case_424(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![5, _]>::try_from([5, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 5, _]>::try_from([5, 5, 2]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v1.greater_equal(&v2);
    let v4 = v3.insert_axis::<-1>();
    compare!(case, v4);
}

fn case_425(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![7, _, 7]>::try_from([7, 1, 7]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.any());
    let v2 = v1.insert_axis::<-1>();
    let v3 = v2.any_axis::<-1>();
    compare!(case, v3);
}

fn case_426(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![2, _]>::try_from([2, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    let v4 = v3.insert_axis::<-2>();
    compare!(case, v4);
}

fn case_427(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 1]>::try_from([2, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = Tensor::scalar(v2.sum());
    compare!(case, v3);
}

fn case_428(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 2, _]>::try_from([1, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![1, 2, _]>::try_from([1, 2, 2]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.greater_equal(&v0);
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![_, _]>::try_from([1, 2]).unwrap(), case.input(3)).unwrap();
    let v4 = Tensor::<f32, _>::from_vec_with(<shape![_, _, 2]>::try_from([2, 2, 2]).unwrap(), case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = Tensor::scalar(v5.argmin()).map(|place| place as i32);
    let v7 = v6.broadcast_to::<shape![]>();
    compare!(case, v7);
}

fn case_429(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![2, 1, _]>::try_from([2, 1, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -3>();
    let v2 = v1.permute::<axes![-2, -1, -3]>();
    let v3 = Tensor::scalar(v2.argmax()).map(|place| place as i32);
    compare!(case, v3);
}

fn case_430(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, 3]>::try_from([2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 2, 3]>::try_from([3, 2, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 + &v1;
    let v3 = &v2 * &v0;
    let v4 = v3.index_axis::<-1>(2);
    let v5 = v4.argmax_axis::<-1>().map(|place| place as i32);
    compare!(case, v5);
}

fn case_431(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![3, 5, 2, _]>::try_from([3, 5, 2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-3>(1..5);
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![24, 1, 3]>();
    compare!(case, v2);
}

fn case_432(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, _, _]>::try_from([3, 0, 0]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_, _, 0]>::try_from([3, 0, 0]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![2, 3, _, 1]>::try_from([2, 3, 0, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![2, 0]>();
    let v5 = v4.sum_axis::<-1>();
    let v6 = Tensor::<f32, _>::from_vec_with(<shape![2, 1]>::try_from([2, 1]).unwrap(), case.input(6)).unwrap();
    let v7 = &v5 + &v6;
    compare!(case, v7);
}

fn case_433(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 - &v2;
    let v4 = &v2 + &v3;
    compare!(case, v4);
}

fn case_434(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![1, _]>::try_from([1, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = v2.transpose();
    compare!(case, v3);
}

fn case_435(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3, 7, _]>::try_from([3, 7, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -3, -2]>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_, 3, 7]>::try_from([2, 3, 7]).unwrap(), case.input(2)).unwrap();
    let v3 = &v1 - &v2;
    compare!(case, v3);
}

fn case_436(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 1]>::try_from([0, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![1, 5]>::try_from([1, 5]).unwrap(), case.input(1)).unwrap();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![1, _]>::try_from([1, 5]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![0, 5]>::try_from([0, 5]).unwrap(), case.input(4)).unwrap();
    let v5 = &v4 - &v3;
    let v6 = &v5 + &v2;
    compare!(case, v6);
}

fn case_437(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![_, _]>::try_from([2, 0]).unwrap(), case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    compare!(case, v4);
}

fn case_438(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![2, _, _]>::try_from([2, 1, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.greater(&v0);
    let v3 = v2.any_axis::<-3>();
    let v4 = v3.transpose();
    compare!(case, v4);
}

fn case_439(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![4, 2]>::try_from([4, 2]).unwrap(), case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![2, 1, 4]>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([4]).unwrap(), case.input(2)).unwrap();
    let v3 = &v1 - &v2;
    compare!(case, v3);
}

fn case_440(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 2, 2, 3]>::try_from([3, 2, 2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _, 3]>::try_from([2, 2, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = v2.not_equal(&v0);
    let v4 = v3.transpose();
    compare!(case, v4);
}

fn case_441(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(3)).unwrap();
    let v4 = &v3 + &v2;
    let v5 = Tensor::<f32, _>::from_vec_with(<shape![2, _]>::try_from([2, 1]).unwrap(), case.input(5)).unwrap();
    let v6 = v5.matmul(&v4);
    compare!(case, v6);
}

fn case_442(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![2, 7]>::try_from([2, 7]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-2>().map(|place| place as i32);
    let v2 = v1.sum_axes::<axes![-2, -1]>();
    compare!(case, v2);
}

fn case_443(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([4, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![4, _]>::try_from([4, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = &v0 / &v2;
    let v4 = v3.sum_axis::<-2>();
    let v5 = v4.insert_axis::<-2>();
    compare!(case, v5);
}

fn case_444(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![2, 0, _, _]>::try_from([2, 0, 0, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-3>(0..0);
    let v2 = v1.sum_axes::<axes![-3, -2]>();
    let v3 = v2.remove_axis::<-3>();
    compare!(case, v3);
}

fn case_445(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.mean_axis::<-1>();
    compare!(case, v4);
}

fn case_446(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = Tensor::scalar(v1.argmax()).map(|place| place as i32);
    let v3 = Tensor::scalar(v2.min());
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![1, 1]>();
    compare!(case, v4);
}

fn case_447(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, 3, 3]>::try_from([0, 3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-2>();
    let v2 = v1.sum_axis::<-2>();
    let v3 = v2.min_axis::<-2>();
    let v4 = Tensor::<i32, _>::from_vec_with(<shape![_, 1, _]>::try_from([1, 1, 3]).unwrap(), case.input(4)).unwrap();
    let v5 = v3.not_equal(&v4);
    compare!(case, v5);
}

fn case_448(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(2)).unwrap();
    let v3 = &v1 * &v2;
    compare!(case, v3);
}

fn case_449(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v1.swap_axes::<-2, -2>();
    compare!(case, v2);
}
